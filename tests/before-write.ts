import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

/**
 * Makes a call, and something else between its reads and its write: before the first batch with a statement that
 * matches `write`. Returns the result of the call.
 *
 * @throws Error when the call writes no such statement.
 */
export async function runBeforeWrite<Result>(
  write: RegExp,
  other: () => Promise<unknown>,
  call: () => Promise<Result>,
): Promise<Result> {
  const openSession = env.DB.withSession.bind(env.DB)
  let isPending = true
  const spy = vi.spyOn(env.DB, 'withSession').mockImplementation((start) => {
    const opened = openSession(start)
    const [prepare, batch] = [opened.prepare.bind(opened), opened.batch.bind(opened)]
    let isWrite = false
    return Object.assign(opened, {
      prepare: (text: string) => {
        isWrite ||= write.test(text)
        return prepare(text)
      },
      batch: async <Row>(statements: D1PreparedStatement[]) => {
        if (isWrite && isPending) {
          isPending = false
          await other()
        }
        return batch<Row>(statements)
      },
    })
  })
  const result = await call().finally(() => spy.mockRestore())
  if (isPending) throw new Error('the call wrote no such statement')
  return result
}
