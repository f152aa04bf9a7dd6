import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { User } from '#api/people/users/contract.ts'

export const inactiveUsers = contract({
  'PUT /user/ReactivateInactiveUser/:id': {
    who: 'usersOffice',
    reply: User,
    changes: ['people'],
    summary: 'Opens an account again that nobody had used for long; repeating it changes nothing.',
  },
  'PUT /user/ReactivateInactiveUserByUserName/:userName': {
    who: 'usersOffice',
    params: z.object({ userName: z.string().trim().min(1).max(200) }),
    reply: User,
    changes: ['people'],
    summary: 'The same by user name; one outside the caller’s reach is answered like one that does not exist.',
  },
})
