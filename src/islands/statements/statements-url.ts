import { StatementSearch } from '#api/courses/xapi/office/contract.ts'
import { chosenIn } from '../chosen-in.ts'

const searchNames = ['userId', 'educationPartId', 'verb', 'from', 'to'] as const
export type StatementChoice = Partial<Record<(typeof searchNames)[number], string>>

export const choiceIn = (search: URLSearchParams): StatementChoice =>
  chosenIn(search, searchNames, (name, text) => StatementSearch.shape[name].safeParse(text).success)

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
