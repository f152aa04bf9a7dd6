/** A row as Fortnox stores it; a row of text has no price. */
interface StoredRow {
  Description: string
  DeliveredQuantity?: string
  Price?: number
  Discount?: number
  VAT?: number
  AccountNumber?: number
}

interface StoredInvoice {
  DocumentNumber: string
  CustomerNumber: string
  ExternalInvoiceReference1?: string
  ExternalInvoiceReference2?: string
  YourOrderNumber?: string
  CreditInvoiceReference: string
  Credit: 'true' | 'false'
  InvoiceDate: string
  DueDate: string
  Remarks?: string
  Cancelled?: boolean
  AdministrationFee?: number
  /** In öre. */
  total: number
  InvoiceRows: StoredRow[]
}

interface StoredCustomer {
  CustomerNumber: string
  Name: string
  OrganisationNumber?: string
  Active?: boolean
}

/** The company's register in the stand-in. */
export interface Company {
  customers: StoredCustomer[]
  invoices: StoredInvoice[]
  faults: string[]
  /** Refuses each new customer. */
  refusesCustomers: boolean
  /** Number of the company's database. */
  databaseNumber: number
  /** Most documents on a page of a list. */
  pageSize: number
  /** Nothing says which document credits an invoice. */
  hidesCredits: boolean
  /** A second credit does not change which document credits an invoice. */
  keepsFirstCredit: boolean
  /** Fee in kronor that the company adds to an invoice which names none. */
  administrationFee: number
}

export interface Answer {
  status: number
  body: unknown
  location?: string
  /** Seconds of `Retry-After` with 429. */
  retryAfter?: number
}

const ok = (body: unknown, status = 200): Answer => ({ status, body })
/** Fortnox writes the fields of an error with small letters in some answers. */
export const refused = (message: string, code: number): Answer => ({
  status: 400,
  body: { ErrorInformation: { error: 1, message, code } },
})
const missing: Answer = { status: 404, body: { ErrorInformation: { Error: 1, Message: 'Kan inte hitta', Code: 1 } } }

/** Fields that Fortnox accepts in what is written; it refuses others. */
const writable = {
  customer: new Set(
    'CustomerNumber Name Type Currency CountryCode VATType OrganisationNumber Email EmailInvoice Address1 Address2 ZipCode City'.split(
      ' ',
    ),
  ),
  invoice: new Set(
    'CustomerNumber InvoiceDate DueDate AdministrationFee Freight Currency VATIncluded Remarks YourReference YourOrderNumber ExternalInvoiceReference1 ExternalInvoiceReference2 InvoiceRows'.split(
      ' ',
    ),
  ),
  row: new Set('Description DeliveredQuantity Price Discount VAT AccountNumber'.split(' ')),
}

function findUnknownField(input: object, rows: readonly object[], kind: 'customer' | 'invoice'): string | undefined {
  const unknown = Object.keys(input).filter((name) => !writable[kind].has(name))
  return [...unknown, ...rows.flatMap((row) => Object.keys(row).filter((name) => !writable.row.has(name)))][0]
}

const refuseField = (name: string): Answer => refused(`Felaktigt fältnamn (${name}).`, 2001399)

const accounts = new Map([
  [0, 3004],
  [6, 3003],
  [12, 3002],
  [25, 3001],
])

const isDay = (text: unknown) => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Returns the fields of a row that Fortnox, or the bookkeeping, would not accept. */
function wrongFieldsOf(row: StoredRow): string[] {
  const isText = row.Price === undefined && row.VAT === undefined && row.DeliveredQuantity === undefined
  const minor = (row.Price ?? 0) * 100
  const checks: Record<string, boolean> = {
    Description: row.Description.length > 0 && row.Description.length <= 50,
    Price: isText || (minor >= 0 && Math.abs(minor - Math.round(minor)) < 1e-6),
    DeliveredQuantity: isText || row.DeliveredQuantity === '1' || row.DeliveredQuantity === '-1',
    AccountNumber: isText || accounts.get(row.VAT ?? -1) === row.AccountNumber,
  }
  return Object.keys(checks).filter((name) => !checks[name])
}

const sumOf = (rows: readonly StoredRow[]) =>
  rows.reduce((sum, row) => sum + Math.round((row.Price ?? 0) * 100) * Number(row.DeliveredQuantity ?? 0), 0)

const rateOf = ({ VAT = 0 }: StoredRow) => VAT / (100 + VAT)

/** The document as Fortnox answers with it: with its sums in kronor, and a fee that the company adds. */
const toAnswer = (company: Company, invoice: StoredInvoice) => {
  const vat = invoice.InvoiceRows.reduce((sum, row) => sum + Math.round(sumOf([row]) * rateOf(row)), 0)
  const fee = invoice.AdministrationFee ?? company.administrationFee
  return { ...invoice, Total: invoice.total / 100 + fee, TotalVAT: vat / 100 }
}

type InvoiceInput = StoredInvoice & { VATIncluded?: boolean; Currency?: string }

function createInvoice(company: Company, input: InvoiceInput): Answer {
  const unknown = findUnknownField(input, input.InvoiceRows, 'invoice')
  if (unknown) return refuseField(unknown)
  if (!company.customers.some(({ CustomerNumber }) => CustomerNumber === input.CustomerNumber))
    return refused('Kan inte hitta kunden.', 2000433)
  const wrong = [
    ...input.InvoiceRows.flatMap(wrongFieldsOf),
    ...(isDay(input.InvoiceDate) && isDay(input.DueDate) && input.InvoiceDate <= input.DueDate ? [] : ['DueDate']),
    ...(input.VATIncluded === true && input.Currency === 'SEK' ? [] : ['VATIncluded']),
    ...(input.YourOrderNumber && input.YourOrderNumber === input.ExternalInvoiceReference1 ? [] : ['YourOrderNumber']),
  ]
  if (wrong.length > 0) company.faults.push(`invoice: ${wrong.join(', ')}`)
  const { ExternalInvoiceReference1: reference } = input
  const isSame = (one: StoredInvoice) =>
    one.ExternalInvoiceReference1 === reference && one.ExternalInvoiceReference2 === input.ExternalInvoiceReference2
  if (company.invoices.some((one) => isSame(one) && !one.Cancelled)) company.faults.push(`doubled: ${reference}`)
  const made: StoredInvoice = {
    ...input,
    DocumentNumber: String(company.invoices.length + 1),
    CreditInvoiceReference: '0',
    Credit: 'false',
    total: sumOf(input.InvoiceRows),
  }
  company.invoices.push(made)
  return ok({ Invoice: toAnswer(company, made) }, 201)
}

/** Credits an invoice as Fortnox does: a document with the opposite of all rows. Answers with the credited invoice. */
function credit(company: Company, original: StoredInvoice): Answer {
  const rows = original.InvoiceRows.map((row) =>
    row.Price === undefined ? row : { ...row, DeliveredQuantity: `-${row.DeliveredQuantity}` },
  )
  const DocumentNumber = String(company.invoices.length + 1)
  company.invoices.push({
    ...original,
    DocumentNumber,
    Credit: 'true',
    CreditInvoiceReference: original.DocumentNumber,
    InvoiceDate: '2000-01-01',
    InvoiceRows: rows,
    total: -original.total,
  })
  const isFirst = original.CreditInvoiceReference === '0'
  if (!company.hidesCredits && (isFirst || !company.keepsFirstCredit)) original.CreditInvoiceReference = DocumentNumber
  return ok({ Invoice: toAnswer(company, original) })
}

function change(invoice: StoredInvoice, input: Partial<StoredInvoice>, company: Company): Answer {
  const unknown = findUnknownField(input, input.InvoiceRows ?? [], 'invoice')
  if (unknown) return refuseField(unknown)
  const wrong = (input.InvoiceRows ?? []).flatMap(wrongFieldsOf)
  if (wrong.length > 0) company.faults.push(`change: ${wrong.join(', ')}`)
  Object.assign(invoice, input, { total: sumOf(input.InvoiceRows ?? invoice.InvoiceRows) })
  return ok({ Invoice: toAnswer(company, invoice) })
}

/** A page of a list, as the query asks for it. */
function toPage<Item>(company: Company, { searchParams }: URL, items: readonly Item[]) {
  const size = Math.min(Number(searchParams.get('limit') ?? 100), company.pageSize)
  const page = Number(searchParams.get('page') ?? 1)
  const meta = { '@TotalPages': Math.ceil(items.length / size), '@CurrentPage': page }
  return { items: items.slice((page - 1) * size, page * size), meta }
}

function createCustomer(company: Company, input: StoredCustomer): Answer {
  const unknown = findUnknownField(input, [], 'customer')
  if (unknown) return refuseField(unknown)
  if (company.refusesCustomers || input.Name.includes('Avvisad'))
    return refused('Ogiltigt organisationsnummer.', 2000106)
  if (company.customers.some(({ CustomerNumber }) => CustomerNumber === input.CustomerNumber))
    return refused('Kundnumret används redan.', 2000637)
  company.customers.push(input)
  return ok({ Customer: input }, 201)
}

const contains = (text: string | undefined, part: string | null) => part === null || (text ?? '').includes(part)

/** Answers a request of the register; texts of a search are contained, as in Fortnox. */
export function answerRegister(company: Company, method: string, url: URL, input: unknown): Answer {
  const [, , collection, key, action] = url.pathname.split('/')
  const { searchParams } = url
  // The portal's body is under test here; a wrong one fails below.
  const body = input as { Invoice: InvoiceInput; Customer: StoredCustomer } | null
  if (collection === 'companyinformation')
    return ok({
      CompanyInformation: {
        CompanyName: 'Förbundet',
        OrganizationNumber: '802000-0000',
        DatabaseNumber: company.databaseNumber,
      },
    })
  if (collection === 'customers' && method === 'POST' && body) return createCustomer(company, body.Customer)
  if (collection === 'customers' && key) {
    const found = company.customers.find(({ CustomerNumber }) => CustomerNumber === key)
    return found ? ok({ Customer: found }) : missing
  }
  if (collection === 'customers') {
    const orgNr = searchParams.get('organisationnumber')
    const found = company.customers.filter((one) => contains(one.OrganisationNumber, orgNr))
    const { items, meta } = toPage(company, url, found)
    return ok({ Customers: items, MetaInformation: meta })
  }
  if (collection !== 'invoices') return missing
  if (method === 'POST' && body) return createInvoice(company, body.Invoice)
  if (key) {
    const invoice = company.invoices.find(({ DocumentNumber }) => DocumentNumber === key)
    if (!invoice) return missing
    if (method === 'PUT' && action === 'credit') return credit(company, invoice)
    const isChange = method === 'PUT' && body
    return isChange ? change(invoice, body.Invoice, company) : ok({ Invoice: toAnswer(company, invoice) })
  }
  const [reference, customer] = ['externalinvoicereference1', 'customernumber'].map((name) => searchParams.get(name))
  const found = company.invoices.filter(
    (one) =>
      contains(one.ExternalInvoiceReference1, reference ?? null) && contains(one.CustomerNumber, customer ?? null),
  )
  const { items, meta } = toPage(company, url, found)
  return ok({ Invoices: items.map((one) => toAnswer(company, one)), MetaInformation: meta })
}
