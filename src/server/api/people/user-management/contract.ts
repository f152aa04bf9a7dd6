import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Organization } from '#api/people/organizations/contract.ts'
import { CurrentUser, SeenUser, User, UserEdit } from '#api/people/users/contract.ts'
import { id, queryFlag } from '#api/wire.ts'

const ProfileSave = UserEdit.extend({ id: id.optional(), removePicture: z.boolean().optional() })

export const users = contract({
  'GET /User': {
    who: 'anyone',
    whilePasswordExpired: true,
    reply: CurrentUser.nullable(),
    summary: 'The person that the token belongs to; null without a session.',
  },
  'GET /User/:id': {
    who: 'signedIn',
    integration: 'IntegrationRead',
    reply: SeenUser,
    summary:
      'Everything for oneself, guardians and the office; educators what the day needs; others name, picture and clubs, of adults alone.',
  },
  'GET /user/:id/organizations': {
    who: 'signedIn',
    integration: 'IntegrationRead',
    whilePasswordExpired: true,
    query: z.object({ includeParents: queryFlag.default(false), forceIncludeMainOrg: queryFlag.default(false) }),
    reply: z.array(Organization),
    summary: 'Memberships, with the organisations above them if asked for; always empty for an external user.',
  },
  'PUT /user/edit/:id': {
    who: 'signedIn',
    body: UserEdit,
    reply: User,
    summary:
      'Changes what is known of a person; the person’s own changes are contact and language, a new e-mail with the password.',
    changes: ['people'],
  },
  'PUT /User': {
    who: 'signedIn',
    multipart: 'user',
    body: ProfileSave,
    reply: User,
    changes: ['people'],
    summary: 'Saves the own profile with a picture, or for the office another’s; a new own e-mail needs the password.',
  },
})
