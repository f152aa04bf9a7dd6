import { signatureOf } from '#platform/digest.ts'

const masked = (first: string, domainFirst: string, end: string) => `${first}•••@${domainFirst}•••.${end}`

/** Enough to know one's own address by, too little to learn it. */
export function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  return masked(name.slice(0, 1), domain.slice(0, 1), domain.split('.').at(-1) ?? '')
}

const commonDomains = ['gcom', 'hcom', 'tcom', 'gcom', 'tse', 'bnet', 'icom', 'gcom']

/** What somebody with that name might have; the same each time, so that asking again tells nothing either. */
export async function inventedEmail(secret: string, userName: string): Promise<string> {
  const signature = await signatureOf(secret, `contact ${userName.toLowerCase()}`)
  const domain = commonDomains[signature.charCodeAt(0) % commonDomains.length] ?? 'gcom'
  const first = userName.toLowerCase().match(/[a-z]/)?.[0] ?? 'a'
  return masked(first, domain.slice(0, 1), domain.slice(1))
}
