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
    summary: 'Returns the signed-in person; null without a session.',
  },
  'GET /User/:id': {
    who: 'signedIn',
    integration: { permission: 'IntegrationRead', resource: 'people', isNarrowed: true },
    reply: SeenUser,
    summary:
      'Returns a person: everything to the person, guardians and administrators; to educators what they need on the day; to others name, picture and clubs, of adults only.',
  },
  'GET /user/:id/organizations': {
    who: 'signedIn',
    integration: { permission: 'IntegrationRead', resource: 'people', isNarrowed: true },
    whilePasswordExpired: true,
    query: z.object({ includeParents: queryFlag.default(false), forceIncludeMainOrg: queryFlag.default(false) }),
    reply: z.array(Organization),
    summary: 'Lists memberships, on request with the organisations above them; always empty for an external user.',
  },
  'PUT /user/edit/:id': {
    who: 'signedIn',
    body: UserEdit,
    reply: User,
    summary:
      'Changes a person. The person may change contact details and language, and the e-mail address with the password.',
    changes: ['people'],
  },
  'PUT /User': {
    who: 'signedIn',
    multipart: 'user',
    body: ProfileSave,
    reply: User,
    changes: ['people'],
    summary:
      'Saves the caller’s profile with a picture, or another’s for administrators; a new own e-mail address needs the password.',
  },
})
