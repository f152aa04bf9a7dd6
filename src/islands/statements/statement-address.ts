import { StatementSearch } from '#api/xapi/office/contract.ts'

export const searchNames = ['userId', 'educationPartId', 'verb', 'from', 'to'] as const
export type StatementChoice = Partial<Record<(typeof searchNames)[number], string>>

/** What the address asks for; what cannot be meant is left out rather than refused. */
export function choiceIn(search: URLSearchParams): StatementChoice {
  const given = searchNames.flatMap((name) => {
    const text = search.get(name)?.trim()
    return text && StatementSearch.shape[name].safeParse(text).success ? [[name, text]] : []
  })
  return Object.fromEntries(given) as StatementChoice
}

/** As the calls take it. */
export const searchOf = ({ userId, educationPartId, ...rest }: StatementChoice) => ({
  ...rest,
  ...(userId ? { userId: Number(userId) } : {}),
  ...(educationPartId ? { educationPartId: Number(educationPartId) } : {}),
})

export function addressOfStatements(choice: StatementChoice, after?: number | null): string {
  const chosen = searchNames.flatMap((name) => (choice[name] ? [[name, choice[name]]] : []))
  const query = new URLSearchParams([...chosen, ...(after ? [['after', String(after)]] : [])])
  return query.size > 0 ? `/statements?${query}` : '/statements'
}
