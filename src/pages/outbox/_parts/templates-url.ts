import type { MailTemplate } from '#api/foundation/mails/contract.ts'
import { text } from '#islands/url-state/params.ts'
import { type Param, urlState } from '#islands/url-state/url-state.ts'

/** Parameter that names a template and its variant: `submissionReviewed.approved`. */
const template: Param<{ name: string; variant: string } | null> = {
  parse: ([first = '']) => {
    const [name = '', variant = ''] = first.split('.')
    return name ? { name, variant } : undefined
  },
  fallback: null,
  format: (value) => (value ? [value.variant ? `${value.name}.${value.variant}` : value.name] : []),
}

export const templatesUrl = urlState('/outbox?tab=templates', { template, language: text() })

/** Returns the path, with its query, of the page that edits a mail template in a language. */
export const templateHref = ({ name, variant }: Pick<MailTemplate, 'name' | 'variant'>, language: string): string =>
  templatesUrl.href({ template: { name, variant: variant ?? '' }, language })
