import { ApiError, api } from '../client/api.ts'
import { forgetCopies } from '../client/page-copies.ts'
import { askPasskey, PasskeyFailed } from '../second-factors/passkey-ceremony.ts'

async function signedIn(isStep: boolean) {
  if (!isStep) {
    const proof = await askPasskey(await api('POST /Authentication/passkey/options'))
    return api('POST /Authentication/passkey', { body: proof })
  }
  const passkey = await askPasskey(await api('POST /Authentication/secondstep/options'))
  return api('POST /Authentication/secondstep', { body: { passkey } })
}

/** Signs in and goes where the person was going, or answers with the words for what went wrong. */
export async function passkeySignIn(data: DOMStringMap): Promise<string | undefined> {
  try {
    const { token, userId } = await signedIn(data['passkey'] === 'step')
    forgetCopies().catch(() => undefined)
    localStorage.setItem('token', token)
    localStorage.setItem('userId', String(userId))
    location.replace(`${data['target']}`)
    return undefined
  } catch (error) {
    if (error instanceof PasskeyFailed) return data[error.problem]
    return error instanceof ApiError ? error.message : data['failed']
  }
}
