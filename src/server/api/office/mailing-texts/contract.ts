import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { audienceKinds } from '#api/office/mailings/rules.ts'
import { textSources } from './rules.ts'

/** A text that a mailing can begin with. */
export const MailingText = z.object({
  source: z.enum(textSources),
  name: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type MailingText = z.infer<typeof MailingText>

export const mailingTextCalls = contract({
  'GET /Mailings/texts': {
    who: 'staff',
    cache: 'never',
    query: z.object({ kind: z.enum(audienceKinds) }),
    reply: z.array(MailingText),
    summary:
      'Lists texts that a mailing to a kind of audience can begin with: e-mails of the portal, mailing rules that are on (to superadministrators all) and the caller’s latest mailings.',
  },
})
