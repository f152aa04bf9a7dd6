import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { User, UserEdit } from '#api/people/users/contract.ts'
import { day, line } from '#api/wire.ts'

/** A new external user. Roles, organisations and `isExternal` are not part of the form. */
export const NewExternalUser = z.object({
  firstName: UserEdit.shape.firstName.unwrap(),
  lastName: UserEdit.shape.lastName.unwrap(),
  email: z.email().max(200),
  phone: UserEdit.shape.phone,
  birthDate: day.nullish(),
  /** Defaults to the e-mail address. */
  userName: line.min(3).max(200).optional(),
  language: UserEdit.shape.language,
})
export type NewExternalUser = z.infer<typeof NewExternalUser>

export const externalUsers = contract({
  'POST /authentication/CreateExternalUser': {
    who: 'superadministrators',
    body: NewExternalUser,
    reply: User,
    changes: ['people'],
    repeatable: true,
    summary: 'Creates a person outside the federation, without organisations; mails a temporary password.',
  },
})
