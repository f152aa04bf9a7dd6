import { z } from 'zod'
import { contract, personNameTags } from '#api/calls.ts'
import { User } from '#api/people/users/contract.ts'
import { id } from '#api/wire.ts'

/** Change of the protection. Protecting requires a reason, which is stored in the audit log only. */
const Protection = z.discriminatedUnion('protected', [
  z.object({ protected: z.literal(true), reason: z.string().trim().min(1).max(300) }),
  z.object({ protected: z.literal(false) }),
])
export type Protection = z.infer<typeof Protection>

/** Highest number of mentions in a reply. */
export const maxMentions = 200

/** Free text that contains a person's name, e-mail address or phone number. */
const Mention = z.object({
  kind: z.enum([
    ...(['comment', 'news', 'education', 'part', 'occasion', 'exam'] as const),
    ...(['protocol', 'answer', 'file', 'media', 'license', 'note'] as const),
  ]),
  id,
  path: z.string(),
})
export type Mention = z.infer<typeof Mention>

export const protection = contract({
  'GET /User/:id/mentions': {
    who: 'superadministrators',
    reply: z.array(Mention).max(maxMentions),
    cache: 'never',
    summary: 'Lists free texts by others that contain the person’s full name, e-mail address or phone number.',
  },
  'PUT /User/:id/protection': {
    who: 'superadministrators',
    body: Protection,
    reply: User,
    changes: personNameTags,
    summary:
      'Protects a person’s identity, or ends the protection. Meanwhile only superadministrators see who the person is.',
  },
})
