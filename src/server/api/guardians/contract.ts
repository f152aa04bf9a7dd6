import { z } from 'zod'
import { contract } from '../calls.ts'
import { id } from '../wire.ts'

const Named = z.object({ id, name: z.string(), pictureUrl: z.string().nullable() })

export const GuardianLink = z.object({
  id,
  adultUserId: id,
  childUserId: id,
  confirmed: z.boolean(),
  adult: Named,
  child: Named,
})
export type GuardianLink = z.infer<typeof GuardianLink>

const Pair = z.object({ adultUserId: id, childUserId: id })
export type Pair = z.infer<typeof Pair>

export const guardians = contract({
  'GET /User/:id/guardian': {
    who: 'signedIn',
    reply: z.array(GuardianLink),
    summary: 'The guardians of a person, and those whose guardian the person is.',
  },
  'POST /User/:id/guardian': {
    who: 'signedIn',
    body: Pair,
    reply: GuardianLink,
    summary: 'Links a guardian to a child; one that the adult makes opens nothing until it is confirmed.',
  },
  'PUT /User/:id/guardian': {
    who: 'signedIn',
    body: Pair,
    reply: GuardianLink,
    summary: 'Confirms a link, as the child or as somebody who looks after the child.',
  },
  'DELETE /User/:id/guardian/:guardianId': {
    who: 'signedIn',
    reply: z.void(),
    summary: 'Takes the link between a child and the guardian away.',
  },
})
