/**
 * Parses an action of the security page, such as `session:12`. `returnTo` is the URL to go to after the action, where
 * the page reports it: the profile of the person `id` for a change of e-mail address. `isOfFactor`: it removes a
 * passkey or the authenticator app. `id` is undefined for an action without one; the action itself is not checked.
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
