import type { Asked, Written } from './prepared.ts'

/** Of one statement, as D1 takes them. */
const parametersAtMost = 100
/** D1 takes so many arguments of a function. */
const argumentsAtMost = 32

const groupsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

const isWide = ({ width }: Written) => width > argumentsAtMost

/** One question's rows as a JSON text; wide rows lie in groups of columns. */
function rowsAsText(written: Written): string {
  const names = Array.from({ length: written.width }, (_, at) => `c${at}`)
  const groups = groupsOf(names, argumentsAtMost).map((group) => `json_array(${group.join()})`)
  const row = isWide(written) ? `json_array(${groups.join()})` : groups.join()
  return `(with t(${names.join()}) as (${written.query.sql}) select json_group_array(${row}) from t)`
}

const textsAtMost = 500
const texts = new Map<string, string>()

function textOf(all: readonly Asked[]): string {
  const key = all.map(({ written }) => written.number).join()
  const text = texts.get(key) ?? `select ${all.map(({ written }, at) => `${rowsAsText(written)} as q${at}`).join()}`
  if (texts.size >= textsAtMost && !texts.has(key)) texts.clear()
  texts.set(key, text)
  return text
}

/** A column that was JSON already has come as what it says, and is read as text. */
const asText = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

/** Questions that were written before, asked as one: each statement of a batch costs the database as much as a small answer does. */
export class Bundle {
  readonly #all: readonly Asked[]

  constructor(all: readonly Asked[]) {
    this.#all = all
  }

  /** What Drizzle's batches ask for. */
  _prepare() {
    const all = this.#all
    const sql = textOf(all)
    const query = { sql, params: all.flatMap(({ params }) => params) }
    return {
      query,
      getQuery: () => query,
      stmt: all[0]?.statementOf(sql),
      mapResult: ({ results: [row] }: { results: Record<string, string>[] }) =>
        all.map(({ written }, at) => {
          const rows = JSON.parse(row?.[`q${at}`] ?? '[]') as unknown[][]
          return rows.map((values) => written.read?.((isWide(written) ? values.flat() : values).map(asText)))
        }),
    }
  }
}

/** Those of them that go into one bundle. */
export function bundledOf(all: readonly unknown[], isAsked: (one: unknown) => one is Asked): Set<Asked> {
  const chosen = new Set<Asked>()
  let parameters = 0
  for (const one of all) {
    if (!isAsked(one) || !one.written.read || parameters + one.params.length > parametersAtMost) continue
    parameters += one.params.length
    chosen.add(one)
  }
  return chosen
}
