import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { User } from '#api/people/users/contract.ts'
import { maxReasonLength } from './rules.ts'

export const inactiveUsers = contract({
  'PUT /User/:id/closure': {
    who: 'administratorsUp',
    recentProof: true,
    body: z.object({ reason: z.string().trim().min(1).max(maxReasonLength) }),
    reply: User,
    changes: ['people'],
    summary:
      'Closes an account with a reason: the person is signed out at once and notified by mail, and bookings stay. Repeating it changes nothing.',
  },
  'PUT /user/ReactivateInactiveUser/:id': {
    who: 'usersOffice',
    reply: User,
    changes: ['people'],
    summary: 'Reactivates an account that was inactive for long. Repeating it changes nothing.',
  },
  'PUT /user/ReactivateInactiveUserByUserName/:userName': {
    who: 'usersOffice',
    params: z.object({ userName: z.string().trim().min(1).max(200) }),
    reply: User,
    changes: ['people'],
    summary:
      'Reactivates an account by its user name; one outside the caller’s reach gives the same response as an unknown one.',
  },
})
