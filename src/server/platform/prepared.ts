import { fillPlaceholders, type Query } from 'drizzle-orm'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import type { Statement } from './connection.ts'
import type { Database } from './database.ts'

/** What Drizzle made of a question: its SQL, how its rows are read, and the connection's own statement. */
export interface Written {
  query: Query
  stmt: unknown
  all: () => Promise<unknown>
}

/** A question that was written before, on one connection. Drizzle's batches ask for `_prepare`, and whoever awaits it for `then`. */
export class Asked implements PromiseLike<unknown> {
  readonly #own: Written

  constructor(written: Written, values: Record<string, unknown>, connection: D1DatabaseSession) {
    const query = { ...written.query, params: fillPlaceholders(written.query.params, values) }
    // An object that takes the rest from what was written.
    this.#own = Object.create(written, {
      query: { value: query },
      stmt: { value: connection.prepare(query.sql) },
    }) as Written
  }

  _prepare() {
    return this.#own
  }

  // biome-ignore lint/suspicious/noThenProperty: a question is awaited like Drizzle's own.
  then<Ok, Failed>(
    ok?: ((rows: unknown) => Ok | PromiseLike<Ok>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ) {
    return this.#own.all().then(ok, failed)
  }
}

/** Writes questions and never asks them. */
const writer = drizzle({ prepare: (text: string) => text } as unknown as D1Database)

/**
 * A question whose SQL is written once in an isolate's life: `sql.placeholder('name')` stands where a request's value goes,
 * which is given as the database holds it (an instant as ISO text). For what is asked with nearly every request: Drizzle takes a quarter of
 * a millisecond to write a query.
 */
export function prepared<Question extends Statement & { prepare: () => unknown }>(
  write: (query: DrizzleD1Database) => Question,
) {
  let written: Written | null = null
  return (db: Database, values: Record<string, unknown>): Question => {
    // A prepared query of Drizzle's is what `Written` describes of it.
    written ??= write(writer).prepare() as Written
    // Drizzle asks a question for these two members and no more.
    return db.ask(written, values) as unknown as Question
  }
}
