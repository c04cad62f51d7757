"""The words that announce an identifier, in seven languages, and the kind that each names.

Owned here: the vocabulary only; how near a word must stand is :mod:`labelled`'s business.
"""

from collections.abc import Mapping

from mailmind.core.wordlist import words

_KINDS: Mapping[str, str] = {
    "order": """
        order orders po purchase bestellung bestell bestelling auftrag auftrags commande pedido
        pedidos ordine encomenda orderid""",
    "invoice": """
        invoice invoices inv bill rechnung rechnungs facture factura fattura factuur fatura receipt quittung
        beleg quote quotation angebot angebots devis presupuesto""",
    "booking": """
        booking reservation buchung buchungs reservierung reservierungs réservation reserva
        prenotazione reservering pnr itinerary confirmation bokningsreferens bokning locator dossier
        bestätigungs buchungscode confirmación confirmation localizador""",
    "ticket": """
        ticket tickets e-ticket eticket billet boleto biglietto bilhete fahrkarte fahrschein
        jízdenka billete etkt""",
    "flight": "flight flights flug vol vuelo volo vlucht voo flyg",
    "train": "train zug treno tren trein trem",
    "tracking": """
        tracking track sendung sendungs sendungsnummer paket suivi seguimiento zending waybill parcel
        shipment consignment rastreio awb guía colis""",
    "case": """
        case incident vorgang vorgangs fall akte dossiernummer aktenzeichen issue bug claim schadens
        schaden reclamación sinistre siniestro sr""",
    "customer": """
        customer client kunden kunde kundennr cliente klant klantnummer member membership mitglied
        mitglieds adhérent socio subscriber""",
    "account": "account konto kontonummer compte cuenta conto rekening conta acct",
    "contract": """
        contract contracts vertrag vertrags contrat contrato contratto policy police póliza
        polizza versicherungsschein licence license agreement""",
    "deal": "deal deals",
    "transaction": """
        transaction txn transaktion transaktions transacción transazione transactie payment zahlung
        paiement pago deposit transfer mandate mandats mandat""",
    "request": "request anfrage demande solicitud richiesta rma return retoure retour devolución",
    "reference": """
        reference ref referenz référence referencia riferimento referentie referência zeichen
        referencyjny referencyjnego""",
    "document": """
        document dokument belegnummer documento form serial seriennummer serie sku article artikel
        item model part isbn pin code passcode passwort otp meeting kod kodu kód""",
    "company": "ičo ico handelsregisternummer siren siret",
    "passport": "passport reisepass ausweis",
}
SUBKINDS = {word: kind for kind, listed in _KINDS.items() for word in listed.split()}
"""Label word to subkind."""

FILLERS = words(
    """
    no nr num number numbers nummer numero número numéro nº n° n id ids code ref reference referenz
    référence is ist est es è lautet was the your ihre ihr deine dein votre su tu il la le el die der
    het uw de du del von č číslo čísla numer numerze confirmation key identifier kennung nro
    """
)
"""Words that may stand between the label and the identifier."""
NUMBERED = words(
    "no nr number numbers nummer numero número num numéro numer nº n° n id ids code č číslo nro key"
)
"""Fillers that say outright that a number follows."""
BILLS = words("bill receipt quote track fall form part pin issue return transfer payment deposit")
"""Labels that are everyday words: at the end of a line they announce nothing."""
OUTRIGHT = words("pnr dossier locator confirmation")
"""Labels that name nothing but a number."""
COUNTED_OFF = words("order invoice booking ticket case contract deal flight train")
"""Kinds whose numbers may be short."""
COUNTED = words(
    """
    euro euros dollar dollars pounds percent prozent units unit pieces pcs items copies shares people
    stück kg mw mwh dth times days hours minutes
    """
)
"""Words after a number that make it an amount."""
AFTER_ID = words(
    """
    is was has will on for and or from of to in by with are were at as which that it arrived ist war
    wird wurde vom von für und am im an est a été du de et es fue ha y con è stato
    """
)
"""Words that may follow an identifier and cannot be what a number counts."""
SUFFIXES = (
    "nummern", "nummer", "number", "nr", "no", "id", "code", "kennung", "zeichen", "referens",
    "referenz",
)  # fmt: skip
"""Ends of compounds: ``Bestellnummer``."""

AIRLINES = words(
    """
    AA AB AC AF AI AM AR AS AT AV AY AZ A3 BA BE BR BT B6 CA CI CM CX CZ DE DI DL DY EI EK EN ET EW
    EY FI FR F9 GA GF G3 G4 HA HU HV IB JJ JL JQ JU KE KL KM KQ LA LG LH LO LS LX LY MH MS MU NH NK
    NZ OK OS OU OZ PC PG PK PR PS QF QR RJ RO SA SK SN SQ SU SV TG TK TP TR UA UX U2 VA VN VS VY WN
    WS W6 WY XQ 4U 9W 6E
    """
)
"""Two-character codes of airlines."""


def subkind_of(word: str) -> str | None:
    """The kind that a label word names (lower case), compounds taken apart; None for other words."""
    found = SUBKINDS.get(word)
    if found is not None:
        return found
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) > len(suffix) + 2:
            head = word.removesuffix(suffix).strip("-")
            known = SUBKINDS.get(head) or SUBKINDS.get(head.removesuffix("s"))
            spelled_out = suffix in ("nummer", "nr", "kennung") and len(head) > 3
            return known or ("reference" if spelled_out else None)
    if "-" in word:
        return subkind_of(word.rpartition("-")[2]) or subkind_of(word.partition("-")[0])
    return None
