import { ApiError, api } from '../client/api.ts'
import { deletePageCopies } from '../client/page-copies.ts'
import { askPasskey, PasskeyFailed } from '../second-factors/passkey-ceremony.ts'

async function requestSession(isSecondFactor: boolean) {
  if (!isSecondFactor) {
    const proof = await askPasskey(await api('POST /Authentication/passkey/options'))
    return api('POST /Authentication/passkey', { body: proof })
  }
  const passkey = await askPasskey(await api('POST /Authentication/secondstep/options'))
  return api('POST /Authentication/secondstep', { body: { passkey } })
}

/**
 * Signs in with a passkey, or completes the second step with it, and leads to the path `data.target`. Stores the
 * session and deletes the page copies of an earlier person. Returns undefined, or the error text when that fails; never
 * rejects.
 *
 * `data` are attributes of the page: `passkey` is `step` for the second step, `canceled` and `unsupported` are texts of
 * the browser's problems, and `failed` is that of any other, a lost connection too. A refusal by the server gives the
 * server's text.
 */
export async function passkeySignIn(data: DOMStringMap): Promise<string | undefined> {
  try {
    const { token, userId } = await requestSession(data['passkey'] === 'step')
    deletePageCopies().catch(() => undefined)
    localStorage.setItem('token', token)
    localStorage.setItem('userId', String(userId))
    location.replace(`${data['target']}`)
    return undefined
  } catch (error) {
    if (error instanceof PasskeyFailed) return data[error.problem]
    return error instanceof ApiError ? error.message : data['failed']
  }
}
