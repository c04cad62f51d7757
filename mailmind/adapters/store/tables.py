"""The text of the tables, by what they hold.

Owned here: what is a record (contents, ledger) can be neither changed nor deleted, by trigger; what
is derived (messages, threads, facts, drafts) can be made anew from it. Statements are set apart by
an empty line.
"""

MAIL = """
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
)

CREATE TABLE folders (
    -- one row for each generation (UIDVALIDITY); at most one of a name is not retired
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts(id),
    name BLOB NOT NULL,            -- as the server spells it
    display TEXT NOT NULL,
    role TEXT NOT NULL,
    uidvalidity INTEGER NOT NULL,  -- 0 for imported mail
    cursor INTEGER NOT NULL DEFAULT 0,
    modseq INTEGER NOT NULL DEFAULT 0,
    retired INTEGER NOT NULL DEFAULT 0,
    UNIQUE (account_id, name, uidvalidity)
)

CREATE TABLE contents (
    -- the bytes of a mail as they came, once, however many folders show it
    key INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    received TEXT,
    raw BLOB NOT NULL
)

CREATE TRIGGER contents_keep_update BEFORE UPDATE ON contents
BEGIN SELECT RAISE(ABORT, 'contents are kept as they came'); END

CREATE TRIGGER contents_keep_delete BEFORE DELETE ON contents
BEGIN SELECT RAISE(ABORT, 'contents are kept as they came'); END

CREATE TABLE members (
    -- which mail stands in which folder; the UID of imported mail is its key
    folder_id INTEGER NOT NULL REFERENCES folders(id),
    uid INTEGER NOT NULL,
    key INTEGER NOT NULL REFERENCES contents(key),
    flags TEXT NOT NULL,
    place TEXT,                    -- for imported mail: the path
    PRIMARY KEY (folder_id, uid)
) WITHOUT ROWID

CREATE INDEX members_key ON members(key)

CREATE TABLE to_parse (key INTEGER PRIMARY KEY REFERENCES contents(key))

CREATE TABLE messages (
    -- a mail as it was parsed; key is that of its bytes
    key INTEGER PRIMARY KEY REFERENCES contents(key),
    header_id TEXT,
    in_reply_to TEXT NOT NULL,     -- JSON list
    refs TEXT NOT NULL,            -- JSON list
    date TEXT,
    subject TEXT NOT NULL,
    sender TEXT NOT NULL,
    body TEXT NOT NULL,
    alternative TEXT,
    trouble TEXT,                  -- JSON list, NULL where there is none
    details TEXT NOT NULL          -- JSON: all other fields of the message
)

CREATE INDEX messages_trouble ON messages(key) WHERE trouble IS NOT NULL
"""

SYNC = """
CREATE TABLE server_ids (
    -- the server's own name of a content, equal in every folder (X-GM-MSGID, EMAILID)
    account_id INTEGER NOT NULL REFERENCES accounts(id),
    server_id TEXT NOT NULL,
    key INTEGER NOT NULL REFERENCES contents(key),
    PRIMARY KEY (account_id, server_id)
) WITHOUT ROWID

CREATE TABLE unfetchable (
    folder_id INTEGER NOT NULL REFERENCES folders(id),
    uid INTEGER NOT NULL,
    reason TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (folder_id, uid)
) WITHOUT ROWID

CREATE TABLE sync_notes (
    -- what is wrong with a folder, or with the account where the folder is empty
    account_id INTEGER NOT NULL REFERENCES accounts(id),
    folder BLOB NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (account_id, folder)
) WITHOUT ROWID
"""

THREADS = """
CREATE TABLE threads (
    id TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,     -- of its messages, in order
    subject TEXT NOT NULL,
    sender TEXT NOT NULL,
    date TEXT,
    moment REAL NOT NULL,          -- the date as a number, to sort by
    messages INTEGER NOT NULL,
    workflow TEXT NOT NULL DEFAULT 'general'
)

CREATE INDEX threads_moment ON threads(moment DESC, id)

CREATE TABLE thread_messages (
    key INTEGER PRIMARY KEY REFERENCES messages(key),
    thread_id TEXT NOT NULL REFERENCES threads(id) ON DELETE CASCADE,
    position INTEGER NOT NULL
)

CREATE INDEX thread_messages_thread ON thread_messages(thread_id, position)

CREATE TABLE mentions (
    -- every message ID that a message bears, answers or refers to; rows are never taken back, so that
    -- the messages of a thread are always connected here
    id TEXT NOT NULL,
    key INTEGER NOT NULL REFERENCES messages(key),
    PRIMARY KEY (id, key)
) WITHOUT ROWID

CREATE INDEX mentions_key ON mentions(key)

CREATE TABLE to_group (key INTEGER PRIMARY KEY REFERENCES contents(key))
"""

RUNS = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    finished TEXT,
    config_hash TEXT NOT NULL,
    prompt_hash TEXT NOT NULL,
    summary TEXT                   -- JSON
)

CREATE TABLE outcomes (
    -- what the last run that looked at a thread saw and found
    thread_id TEXT PRIMARY KEY REFERENCES threads(id) ON DELETE CASCADE,
    run_id INTEGER NOT NULL REFERENCES runs(id),
    config_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,     -- of the thread as it was then
    facts_digest TEXT NOT NULL,
    note TEXT NOT NULL,
    failed INTEGER NOT NULL
)

CREATE TABLE model_calls (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs(id),
    thread_id TEXT NOT NULL,
    at TEXT NOT NULL,
    task TEXT NOT NULL,
    model TEXT NOT NULL,
    kind TEXT NOT NULL,
    prompt_sha256 TEXT NOT NULL,
    entry INTEGER NOT NULL REFERENCES ledger(n),  -- which holds the reply
    input_tokens INTEGER,
    output_tokens INTEGER,
    cache_read INTEGER,
    cache_write INTEGER,
    cost REAL,
    calls INTEGER NOT NULL
)

CREATE INDEX model_calls_at ON model_calls(at)
"""

FACTS = """
CREATE TABLE facts (
    thread_id TEXT NOT NULL REFERENCES threads(id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    type TEXT NOT NULL,
    statement TEXT NOT NULL,
    value TEXT NOT NULL,
    quote TEXT NOT NULL,
    message_id TEXT NOT NULL,
    confidence REAL,
    modality TEXT NOT NULL,
    layer TEXT NOT NULL,
    subkind TEXT,
    source TEXT NOT NULL,
    subject TEXT NOT NULL,
    checked TEXT NOT NULL,         -- the state that the checks gave it
    state TEXT NOT NULL,           -- the same with a person's decision applied
    PRIMARY KEY (thread_id, id)
)

CREATE INDEX facts_id ON facts(id)

CREATE INDEX facts_waiting ON facts(thread_id, state)

CREATE TABLE verdicts (
    thread_id TEXT NOT NULL,
    fact_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    check_name TEXT NOT NULL,
    outcome TEXT NOT NULL,
    code TEXT NOT NULL,
    reason TEXT NOT NULL,
    evidence TEXT,                 -- JSON
    extra TEXT NOT NULL,           -- JSON
    calls INTEGER NOT NULL,
    PRIMARY KEY (thread_id, fact_id, position),
    FOREIGN KEY (thread_id, fact_id) REFERENCES facts(thread_id, id) ON DELETE CASCADE
) WITHOUT ROWID

CREATE TABLE decisions (
    -- not tied to the facts table: a decision outlives the run that found its fact
    id INTEGER PRIMARY KEY,
    fact_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    value TEXT,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    seen TEXT NOT NULL,            -- JSON list: the failures that its maker could see
    entry INTEGER NOT NULL REFERENCES ledger(n)
)

CREATE INDEX decisions_fact ON decisions(fact_id, id)
"""

DRAFTS = """
CREATE TABLE drafts (
    id INTEGER PRIMARY KEY,
    thread_id TEXT NOT NULL UNIQUE REFERENCES threads(id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    sentences TEXT NOT NULL,       -- JSON
    allow INTEGER NOT NULL,
    needs_person INTEGER NOT NULL,
    message TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    status TEXT NOT NULL,
    author TEXT NOT NULL
)

CREATE TABLE draft_claims (
    draft_id INTEGER NOT NULL REFERENCES drafts(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    text TEXT NOT NULL,
    class TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    resolved INTEGER,
    marked INTEGER NOT NULL,
    code TEXT NOT NULL,
    reason TEXT NOT NULL,
    fact_id TEXT,
    PRIMARY KEY (draft_id, position)
) WITHOUT ROWID
"""

LEDGER = """
CREATE TABLE ledger (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    run TEXT NOT NULL,
    payload TEXT NOT NULL,
    content TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE
)

CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END

CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END

CREATE TRIGGER ledger_no_replace BEFORE INSERT ON ledger
WHEN EXISTS (SELECT 1 FROM ledger WHERE n = NEW.n OR hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""
