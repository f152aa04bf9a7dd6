/**
 * Parses an action of the security page, such as `session:12`, and returns the URL of its confirmation. `isOfFactor`:
 * it removes a passkey or the authenticator app. `id` is undefined for an action without one; the action itself is not
 * checked.
 */
export function parseSecurityAction(what: string) {
  const [kind, id] = what.split(':')
  const isOfEmail = kind === 'resend' || kind === 'emailchange'
  const isOfFactor = kind === 'passkey' || kind === 'app'
  const ending = what === 'connection:openIdConnect' ? 'openIdConnect' : kind
  const returnTo = isOfEmail
    ? `/profile/${Number(id)}?tab=account&email=${kind}`
    : `/profile/security?ended=${isOfFactor ? 'factor' : ending}`
  return { id, isOfFactor, returnTo }
}
