import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { id, instant, line, version } from '#api/wire.ts'

/** OTHER 0, ACTIVITY_LEADER 1, ACTIVE 2, EDUCATOR 3, GUARDIAN 4, OFFICIALS 5, ORGANIZATIONAL_LEADER 6, REFEREE 7. */
const EducationRoleGroup = z.int().min(0).max(7)

export const EducationRole = z.object({
  id,
  name: z.string(),
  group: EducationRoleGroup,
  order: z.int(),
  active: z.boolean(),
  lastChange: instant,
})
export type EducationRole = z.infer<typeof EducationRole>

/** Creates a role without an id; with an id, `lastChange` is the version that is edited. */
export const SavedEducationRole = z.object({
  id: id.nullish(),
  name: line.min(1).max(100),
  group: EducationRoleGroup,
  order: z.int().min(0).max(10_000).default(0),
  active: z.boolean().default(true),
  lastChange: version,
})
export type SavedEducationRole = z.infer<typeof SavedEducationRole>

export const educationRoles = contract({
  'GET /EducationRole': {
    who: 'signedIn',
    reply: z.array(EducationRole),
    cache: sharedCache(300, 'everyone', 'categories'),
  },
  'PUT /EducationRole': {
    who: 'superadministrators',
    body: z.union([SavedEducationRole, z.array(SavedEducationRole).min(1).max(200)]),
    reply: z.union([EducationRole, z.array(EducationRole)]),
    changes: ['categories', 'educations'],
    repeatable: true,
    summary:
      'Saves one or several roles; one in the request gives one in the reply. Nothing is deleted: `active` retires a role.',
  },
})
