import { getTableColumns, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invoiceHeads, invoiceRows } from '#api/money/invoices/table.ts'
import { database, signedIn } from '../../portal.ts'
import { createInvoice } from './fixtures.ts'

const office = await signedIn({ roles: { SuperAdministrator: {} } })
const { query } = database()

const messageOf = (statement: Promise<unknown>): Promise<string> =>
  statement.then(
    () => 'changed',
    (error: Error) => `${error.message} ${String(error.cause)}`,
  )

/** Creates an invoice that is in a state: standing, credited or undone. */
const states = {
  standing: async () => (await createInvoice(office)).head.id,
  credited: async () => {
    const { head } = await createInvoice(office)
    await office.fetch('POST', `/Invoices/${head.id}/Credit`, { reason: 'Fel' })
    return head.id
  },
  undone: async () => {
    const { head } = await createInvoice(office)
    await office.fetch('DELETE', `/Invoices/${head.id}`)
    return head.id
  },
}

/** Each table with its column that names the invoice. */
const tables = [
  ['invoice_rows', invoiceRows, 'invoice_head_id'],
  ['invoice_heads', invoiceHeads, 'id'],
] as const

describe.each(Object.entries(states))('of an invoice that is %s', (_state, create) => {
  test.each(tables)('%s: no column can be changed', async (name, table, key) => {
    const headId = await create()
    const changed: string[] = []
    for (const { name: column, dataType } of Object.values(getTableColumns(table))) {
      const value = dataType === 'number' || dataType === 'boolean' ? 987_654 : '2031-05-05'
      const set = sql`update ${sql.raw(name)} set ${sql.raw(column)} = ${value} where ${sql.raw(key)} = ${headId}`
      const message = await messageOf(query.run(set))
      if (!/invoice_(fixed|undone)/.test(message)) changed.push(`${column}: ${message}`)
    }
    expect(changed).toEqual([])
  })

  test('no row is added', async () => {
    const headId = await create()
    const columns = Object.values(getTableColumns(invoiceRows)).map(({ name }) => name)
    const names = columns.filter((column) => column !== 'id').join(', ')
    const values = names.replace(/\blive\b/, '0')
    const add = sql.raw(`insert into invoice_rows (${names}) select ${values} from invoice_rows
      where invoice_head_id = ${headId} and credited_row_id is null`)
    expect(await messageOf(query.run(add))).toMatch(/invoice_(fixed|items_changed)|invoice_rows\.result_id/)
  })

  test('a name stays while the seven years of the accounts have not passed', async () => {
    const headId = await create()
    const erase = sql`update invoice_rows set user_name = 'Raderad person' where invoice_head_id = ${headId}`
    expect(await messageOf(query.run(erase))).toContain('invoice_fixed')
  })
})
