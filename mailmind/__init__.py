"""Mailmind: a language model proposes, plain code decides. This page is the story of one fact.

A mail arrives. ``adapters.imap`` (driven by ``sync``, which turns "what the server has" and "what we
have" into the small steps of ``core.syncplan``) or ``adapters.local`` hands its bytes to
``adapters.store``, which keeps them as they came before anything looks inside, and enters their hash in
the ledger (``core.ledger``: each entry carries the hash of the one before it).

In a second pass ``core.parse`` makes a Message of the bytes (``core.words`` and ``core.values`` have
all such words):
``core.mail.mime`` walks the parts, ``core.mail.charset`` decodes them and says which charset it used,
``core.mail.html`` turns HTML into text and leaves out what no reader sees, ``core.layers`` marks whose words
each part of the text is, ``core.mail.traits`` says what kind of mail it is by its headers alone, and
``core.markup`` reads what the sender wrote for machines. ``core.threads`` groups messages that answer
each other.

``pipeline`` takes each new or changed thread through the rest, one thread a step:

1. **Extract.** ``core.classify`` picks the workflow. ``asking`` puts the thread to a model behind
   ``ports.Model``: ``adapters.claude``, ``adapters.offline`` (no model at all: ``core.offline``),
   ``adapters.replay`` (recordings). A reply exists only if it passes the schema gate of
   ``core.envelope``; ``core.replies`` and ``core.extract`` make facts of it. A fact without a quote or
   a message is none.
2. **Route.** ``core.route`` looks up, by type, workflow, confidence and stakes (``core.risk``), which
   checks the fact must pass. The table is data (``core.policy``, from config.toml).
3. **Check.** ``core.checks``, cheapest first. ``citation`` finds the quote exactly, after folding
   typography alone (``core.text``), in words of the sender that it names. ``value`` parses claim and
   source with the same engine (``core.normalize``: grammars that yield typed values with spans and list
   every reading) and compares them as units. ``latest`` asks whether a newer message says otherwise
   about the same thing; ``headers`` whether people are those of the headers. The first failure spares
   everything after it. ``grounding``, ``consistency`` and ``cross`` put questions to a model and judge
   its answers by code.
4. **Settle.** ``core.states`` makes one state of the verdicts. Only a full set of passes is *verified*;
   only code can *reject*; all else is *held* or *unverifiable* and waits in the queue
   (``core.review``) for a person, whose word makes it *confirmed* or *dismissed*.
5. **Draft.** Where a reply is called for, the model writes it from resolved facts.
6. **Gate.** ``core.gate`` answers "may this draft leave?". It finds every amount, date, time, number, ID,
   section, quotation and assertion in the text itself, whatever the model said about it, and lets it
   pass only where it rests on a resolved fact or an allowed source. Its refusal is written for whoever
   wrote the draft.

What happened is an event (``pipeline.events``). ``batch`` prints events, ``tui`` shows them; there is no
second pipeline. ``bootstrap`` is the only place that picks what is real, ``cli`` parses arguments and
prints. Imports point one way: ``cli → bootstrap → batch | tui → pipeline → asking | sync → ports →
core``, and ``adapters → core``; import contracts in pyproject.toml hold them to it.

The one idea to take away: **a check only reports, and the gate alone allows.** No verdict of a model
can approve a fact or a draft; whatever is missing, partial, late or unknown is unresolved, and that
blocks.
"""
