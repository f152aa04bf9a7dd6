/** A row as Fortnox stores it; a row of text has no price. */
interface StoredRow {
  Description: string
  DeliveredQuantity?: string
  Price?: number
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
  /** In öre. */
  total: number
  InvoiceRows: StoredRow[]
}

interface StoredCustomer {
  CustomerNumber: string
  Name: string
  OrganisationNumber?: string
}

/** The company's register in the stand-in. */
export interface Company {
  customers: StoredCustomer[]
  invoices: StoredInvoice[]
  faults: string[]
  /** Refuses each new customer. */
  refusesCustomers: boolean
}

export interface Answer {
  status: number
  body: unknown
  location?: string
}

const ok = (body: unknown, status = 200): Answer => ({ status, body })
/** Fortnox writes the fields of an error with small letters in some answers. */
const refused = (message: string, code: number): Answer => ({
  status: 400,
  body: { ErrorInformation: { error: 1, message, code } },
})
const missing: Answer = { status: 404, body: { ErrorInformation: { Error: 1, Message: 'Kan inte hitta', Code: 1 } } }

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

type InvoiceInput = StoredInvoice & { VATIncluded?: boolean; Currency?: string }

function createInvoice(company: Company, input: InvoiceInput): Answer {
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
  if (company.invoices.some((one) => one.ExternalInvoiceReference1 === reference))
    company.faults.push(`doubled: ${reference}`)
  const made: StoredInvoice = {
    ...input,
    DocumentNumber: String(company.invoices.length + 1),
    CreditInvoiceReference: '0',
    Credit: 'false',
    total: sumOf(input.InvoiceRows),
  }
  company.invoices.push(made)
  return ok({ Invoice: made }, 201)
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
    InvoiceRows: rows,
    total: -original.total,
  })
  original.CreditInvoiceReference = DocumentNumber
  return ok({ Invoice: original })
}

function change(invoice: StoredInvoice, input: Partial<StoredInvoice>, company: Company): Answer {
  const wrong = (input.InvoiceRows ?? []).flatMap(wrongFieldsOf)
  if (wrong.length > 0) company.faults.push(`change: ${wrong.join(', ')}`)
  Object.assign(invoice, input, { total: sumOf(input.InvoiceRows ?? invoice.InvoiceRows) })
  return ok({ Invoice: invoice })
}

function createCustomer(company: Company, input: StoredCustomer): Answer {
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
      CompanyInformation: { CompanyName: 'Förbundet', OrganizationNumber: '802000-0000', DatabaseNumber: 77 },
    })
  if (collection === 'customers' && method === 'POST' && body) return createCustomer(company, body.Customer)
  if (collection === 'customers' && key) {
    const found = company.customers.find(({ CustomerNumber }) => CustomerNumber === key)
    return found ? ok({ Customer: found }) : missing
  }
  if (collection === 'customers') {
    const orgNr = searchParams.get('organisationnumber')
    return ok({ Customers: company.customers.filter((one) => contains(one.OrganisationNumber, orgNr)) })
  }
  if (collection !== 'invoices') return missing
  if (method === 'POST' && body) return createInvoice(company, body.Invoice)
  if (key) {
    const invoice = company.invoices.find(({ DocumentNumber }) => DocumentNumber === key)
    if (!invoice) return missing
    if (method === 'PUT' && action === 'credit') return credit(company, invoice)
    return method === 'PUT' && body ? change(invoice, body.Invoice, company) : ok({ Invoice: invoice })
  }
  const reference = searchParams.get('externalinvoicereference1')
  return ok({ Invoices: company.invoices.filter((one) => contains(one.ExternalInvoiceReference1, reference)) })
}
