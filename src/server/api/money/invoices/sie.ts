import { type VatRate, vatRates } from './rules.ts'

/** Accounts of the common Swedish chart (BAS). An accounting system with other accounts asks for them at import. */
const accounts = {
  receivable: { number: 1510, name: 'Kundfordringar' },
  sales: {
    0: { number: 3004, name: 'Försäljning inom Sverige, momsfri' },
    6: { number: 3003, name: 'Försäljning inom Sverige, 6 % moms' },
    12: { number: 3002, name: 'Försäljning inom Sverige, 12 % moms' },
    25: { number: 3001, name: 'Försäljning inom Sverige, 25 % moms' },
  },
  vat: {
    6: { number: 2631, name: 'Utgående moms på försäljning inom Sverige, 6 %' },
    12: { number: 2621, name: 'Utgående moms på försäljning inom Sverige, 12 %' },
    25: { number: 2611, name: 'Utgående moms på försäljning inom Sverige, 25 %' },
  },
} as const

interface Account {
  number: number
  name: string
}

/**
 * Returns the number of the account that sales at a VAT rate are entered on.
 * @throws Error for a rate that Sweden does not have; invoices have none such.
 */
export function salesAccountOf(rate: number): number {
  const known = vatRates.find((vatRate) => vatRate === rate)
  if (known === undefined) throw new Error(`no account for ${rate} per cent`)
  return accounts.sales[known].number
}

export interface SieInvoice {
  number: number
  recipientName: string
  title: string
  /** Number of the invoice that this one credits, or null. */
  creditOf: number | null
  /** `yyyy-MM-dd`. */
  madeOn: string
  rows: readonly { amountMinor: number; vatRate: number; vatMinor: number }[]
}

export interface SieSender {
  name: string
  orgNr: string | null
  /** Day of the file, `yyyy-MM-dd`. */
  today: string
}

interface Posting {
  account: Account
  minor: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * Returns the postings of an invoice in the accounts: the receivable, and sales and VAT of each rate, the lowest first.
 * They add up to zero, in whole öre; a posting of zero is left out. Debit is positive, credit negative. Accounts are
 * those of the Swedish chart BAS.
 */
export function toPostings({ rows }: Pick<SieInvoice, 'rows'>): Posting[] {
  const ofRate = (rate: VatRate): Posting[] => {
    const matching = rows.filter(({ vatRate }) => vatRate === rate)
    const vat = sum(matching.map(({ vatMinor }) => vatMinor))
    const sales = { account: accounts.sales[rate], minor: vat - sum(matching.map(({ amountMinor }) => amountMinor)) }
    return rate === 0 ? [sales] : [sales, { account: accounts.vat[rate], minor: -vat }]
  }
  const receivable = { account: accounts.receivable, minor: sum(rows.map(({ amountMinor }) => amountMinor)) }
  return [receivable, ...vatRates.flatMap(ofRate)].filter(({ minor }) => minor !== 0)
}

/**
 * Formats whole öre as kronor with a decimal point and two decimals, negative amounts too, without floating-point
 * arithmetic.
 */
export function formatSieAmount(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const sieDay = (day: string) => day.replaceAll('-', '')

/** Quotes a text for SIE; control characters become spaces, backslashes become slashes, and quotes are escaped. */
const quoted = (text: string) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not come through
  const plain = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/\\/g, '/')
  return `"${plain.replace(/"/g, '\\"').trim()}"`
}

/** Returns the lines of a voucher. Its number is empty: the accounting system assigns the next one of its series. */
const toVoucher = (invoice: SieInvoice, postings: readonly Posting[]) => {
  const name = invoice.creditOf === null ? 'Fakturaunderlag' : `Kredit av ${invoice.creditOf}:`
  const text = quoted(`${name} ${invoice.number} ${invoice.recipientName}, ${invoice.title}`)
  return [
    `#VER "" "" ${sieDay(invoice.madeOn)} ${text}`,
    '{',
    ...postings.map(({ account, minor }) => `\t#TRANS ${account.number} {} ${formatSieAmount(minor)}`),
    '}',
  ]
}

/**
 * Returns invoices as the text of a SIE file of type 4I: a voucher for each invoice that has postings, in the order
 * given. The sender is the main organisation, and its `today` the day of the file. `encodeCodepage437` makes its bytes.
 */
export function formatSie(sender: SieSender, invoices: readonly SieInvoice[]): string {
  const vouchers = invoices
    .map((invoice) => ({ invoice, postings: toPostings(invoice) }))
    .filter(({ postings }) => postings.length > 0)
  const usedAccounts = new Map(
    vouchers.flatMap(({ postings }) => postings.map(({ account }) => [account.number, account.name])),
  )
  const lines = [
    '#FLAGGA 0',
    '#PROGRAM "Utbildningsportalen" "1.0"',
    '#FORMAT PC8',
    `#GEN ${sieDay(sender.today)}`,
    '#SIETYP 4',
    ...(sender.orgNr ? [`#ORGNR ${sender.orgNr}`] : []),
    `#FNAMN ${quoted(sender.name)}`,
    ...[...usedAccounts].sort(([a], [b]) => a - b).map(([number, name]) => `#KONTO ${number} ${quoted(name)}`),
    ...vouchers.flatMap(({ invoice, postings }) => toVoucher(invoice, postings)),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

/** Characters 128 to 255 of codepage 437 (IBM PC 8-bit). */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const codes = new Map([...upperHalf].map((character, at) => [character, 128 + at]))

/** Characters that the codepage lacks, written with those that it has. */
const transliterations = new Map(
  Object.entries({
    '–': '-',
    '—': '-',
    '‐': '-',
    '‑': '-',
    '−': '-',
    '’': "'",
    '‘': "'",
    '”': "'",
    '“': "'",
    '„': "'",
    '…': '...',
    '•': '·',
    '×': 'x',
    '€': 'EUR',
    '\u202f': ' ',
    '\u2009': ' ',
    ø: 'ö',
    Ø: 'Ö',
    œ: 'oe',
    Œ: 'OE',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    ð: 'd',
    Ð: 'D',
    þ: 'th',
    Þ: 'Th',
    ẞ: 'SS',
  }),
)

const lookUpCode = (character: string) =>
  codes.get(character) ?? (character < '\u0080' ? character.charCodeAt(0) : undefined)

/**
 * Returns the codes of a character. One that the codepage lacks is transliterated or loses its accent; a question mark
 * stands for the rest.
 */
function toCodes(character: string): number[] {
  const own = lookUpCode(character)
  if (own !== undefined) return [own]
  const [plain = '?'] = character.normalize('NFD')
  return [...(transliterations.get(character) ?? plain)].map((letter) => lookUpCode(letter) ?? 63)
}

/**
 * Encodes a text in codepage 437, the encoding that SIE prescribes. A character that it lacks is transliterated (`€` to
 * `EUR`), loses its diacritic, or becomes `?`.
 */
export const encodeCodepage437 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...text.normalize('NFC')].flatMap(toCodes))
