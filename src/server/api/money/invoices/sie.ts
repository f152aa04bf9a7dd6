import { type VatRate, vatRates } from './rules.ts'

/** Accounts of the common Swedish chart (BAS); an accounting system that has others asks for them at import. */
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

export interface SieInvoice {
  number: number
  recipientName: string
  title: string
  /** `yyyy-MM-dd`. */
  madeOn: string
  rows: readonly { amountMinor: number; vatRate: number; vatMinor: number }[]
}

export interface SieSender {
  name: string
  orgNr: string | null
  /** The day the file is made. */
  today: string
}

interface Posting {
  account: Account
  minor: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The receivable, and against it sales and VAT of each rate: together nothing, in whole öre. */
export function postingsOf({ rows }: Pick<SieInvoice, 'rows'>): Posting[] {
  const ofRate = (rate: VatRate): Posting[] => {
    const those = rows.filter(({ vatRate }) => vatRate === rate)
    const vat = sum(those.map(({ vatMinor }) => vatMinor))
    const sales = { account: accounts.sales[rate], minor: vat - sum(those.map(({ amountMinor }) => amountMinor)) }
    return rate === 0 ? [sales] : [sales, { account: accounts.vat[rate], minor: -vat }]
  }
  const receivable = { account: accounts.receivable, minor: sum(rows.map(({ amountMinor }) => amountMinor)) }
  return [receivable, ...vatRates.flatMap(ofRate)].filter(({ minor }) => minor !== 0)
}

/** Kronor with a point and two decimals, made of whole numbers. */
export function sieAmount(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const sieDay = (day: string) => day.replaceAll('-', '')

/** Between quotes, without what would end the field or the line. */
const quoted = (text: string) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not come through
  const plain = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/\\/g, '/')
  return `"${plain.replace(/"/g, '\\"').trim()}"`
}

/** Without a number of its own: the accounting system gives it the next of its series. */
const verification = (invoice: SieInvoice, postings: readonly Posting[]) => {
  const text = quoted(`Fakturaunderlag ${invoice.number} ${invoice.recipientName}, ${invoice.title}`)
  return [
    `#VER "" "" ${sieDay(invoice.madeOn)} ${text}`,
    '{',
    ...postings.map(({ account, minor }) => `\t#TRANS ${account.number} {} ${sieAmount(minor)}`),
    '}',
  ]
}

/** A file of type 4I: a verification for each invoice that comes to anything. */
export function sieText(sender: SieSender, invoices: readonly SieInvoice[]): string {
  const made = invoices
    .map((invoice) => ({ invoice, postings: postingsOf(invoice) }))
    .filter(({ postings }) => postings.length > 0)
  const used = new Map(made.flatMap(({ postings }) => postings.map(({ account }) => [account.number, account.name])))
  const lines = [
    '#FLAGGA 0',
    '#PROGRAM "Utbildningsportalen" "1.0"',
    '#FORMAT PC8',
    `#GEN ${sieDay(sender.today)}`,
    '#SIETYP 4',
    ...(sender.orgNr ? [`#ORGNR ${sender.orgNr}`] : []),
    `#FNAMN ${quoted(sender.name)}`,
    ...[...used].sort(([a], [b]) => a - b).map(([number, name]) => `#KONTO ${number} ${quoted(name)}`),
    ...made.flatMap(({ invoice, postings }) => verification(invoice, postings)),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

/** IBM PC 8-bit, codepage 437: what stands at 128 and above. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const codes = new Map([...upperHalf].map((character, at) => [character, 128 + at]))

/** Without its accent, when the codepage lacks the letter; then a question mark. */
function codeOf(character: string): number {
  const [plain = '?'] = character.normalize('NFD')
  const known = (one: string) => codes.get(one) ?? (one < '\u0080' ? one.charCodeAt(0) : undefined)
  return known(character) ?? known(plain) ?? 63
}

/** The encoding that SIE prescribes. */
export const codepage437 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...text.normalize('NFC')], (character) => codeOf(character))
