import { RestoreError, type RestoreTarget } from './restore-database.ts'

interface RemoteDatabase {
  /** Origin of Cloudflare's API. */
  api: string
  account: string
  /** Id of the D1 database. */
  database: string
  /** API token with the permission D1 Edit. */
  token: string
}

interface Answer {
  success: boolean
  errors: { message: string }[]
  result: { results: Record<string, unknown>[] }[]
}

/**
 * Creates a target that runs statements on a D1 database through Cloudflare's API, which takes a batch as one
 * transaction.
 */
export const toRemoteTarget = ({ api, account, database, token }: RemoteDatabase): RestoreTarget => ({
  run: async (statements) => {
    const response = await fetch(`${api}/client/v4/accounts/${account}/d1/database/${database}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ batch: statements }),
    })
    const answer = (await response.json().catch(() => null)) as Answer | null
    if (!answer?.success)
      throw new RestoreError(
        `the database answered ${response.status}: ${answer?.errors.map(({ message }) => message).join('; ') ?? ''}`,
      )
    return answer.result.map(({ results }) => results)
  },
})
