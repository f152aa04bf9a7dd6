import { z } from 'zod'
import { contract } from '#api/calls.ts'

const Watch = z.object({ watching: z.boolean() })

export const educationWatches = contract({
  'GET /Educations/:id/watch': {
    who: 'signedIn',
    reply: Watch,
    cache: 'never',
    summary: 'Whether the caller is notified when the education gets a date that the caller may book.',
  },
  'PUT /Educations/:id/watch': {
    who: 'signedIn',
    body: Watch,
    reply: Watch,
    summary: 'Sets or removes the caller’s own watch of an education. Repeating changes nothing.',
  },
})
