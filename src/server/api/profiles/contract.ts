import { z } from 'zod'
import { contract } from '../calls.ts'
import { EducationResult, StartedEducationBlock } from '../results/educations/contract.ts'
import { BookedOccasion } from '../results/people/contract.ts'
import { SeenUser } from '../users/contract.ts'
import { id } from '../wire.ts'

/** A guardian or a ward; not confirmed, the link gives no access yet. */
export const Relation = z.object({ userId: id, name: z.string(), confirmed: z.boolean() })

/** What a profile shows. The lists are empty for whoever may only see name, picture and organisations. */
export const Profile = z.object({
  user: SeenUser,
  full: z.boolean(),
  results: z.array(EducationResult),
  started: z.array(StartedEducationBlock),
  booked: z.array(BookedOccasion),
  guardians: z.array(Relation),
  wards: z.array(Relation),
})
export type Profile = z.infer<typeof Profile>

export const profiles = contract({
  'GET /user/:id/profile': {
    who: 'signedIn',
    reply: Profile,
    summary: 'A person’s profile as the caller may see it, in one round trip more than the person.',
  },
})
