import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { User } from '#api/people/users/contract.ts'

export const protection = contract({
  'PUT /User/:id/protection': {
    who: 'superadministrators',
    body: z.object({ protected: z.boolean() }),
    reply: User,
    changes: ['people'],
    summary:
      'Protects a person’s identity, or ends that: while it lasts, superadministrators alone see who the person is.',
  },
})
