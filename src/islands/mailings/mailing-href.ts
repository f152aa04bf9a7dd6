import type { Audience } from '#api/office/mailings/audience/contract.ts'

const path = '/outbox/mailing'

/**
 * Returns the path of the page that writes a mailing to an audience, with the fields of the audience as its query; null
 * ones are left out.
 */
export function mailingHref(audience: Audience): string {
  const fields = Object.entries(audience).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
  return `${path}?${new URLSearchParams(fields)}`
}
