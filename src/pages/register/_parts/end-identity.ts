import type { AstroGlobal } from 'astro'

/** Value of the field `step` in the form that ends an identification. */
export const endStep = 'end'

/**
 * Ends the identification in the URL when the submitted form asks for it; one that is over counts as ended. Returns
 * false for any other request.
 */
export async function endIdentity({
  locals,
  request,
  url,
}: Pick<AstroGlobal, 'locals' | 'request' | 'url'>): Promise<boolean> {
  if (request.method !== 'POST' || (await locals.form()).get('step') !== endStep) return false
  await locals.api('DELETE /OwnAccounts/identity', { query: { identity: url.searchParams.get('identity') ?? '' } })
  return true
}
