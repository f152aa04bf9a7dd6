import type { MailTemplate } from '#api/foundation/mails/contract.ts'

type Named = Pick<MailTemplate, 'name' | 'variant'>

/** Where a letter is worded: `submissionReviewed.approved` is of `submissionReviewed`, in the variant `approved`. */
export function templateAddress({ name, variant }: Named, language?: string): string {
  const query = new URLSearchParams({ tab: 'templates', template: variant ? `${name}.${variant}` : name })
  if (language) query.set('language', language)
  return `/outbox?${query}`
}

export function templateIn(query: URLSearchParams): { name: string; variant: string } | null {
  const [name = '', variant = ''] = (query.get('template') ?? '').split('.')
  return name ? { name, variant } : null
}
