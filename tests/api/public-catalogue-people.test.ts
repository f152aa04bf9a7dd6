import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { createEducation, createOccasion, partResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense } from '../licenses.ts'
import { markEverywhere } from '../marked-person.ts'
import { anonymous, invalidateCache, signedIn } from '../portal.ts'

test('no call of the public catalogue returns personal data', async () => {
  await configurePortal({ features: [...features] })
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const name = { firstName: 'Rosalind', lastName: 'Sköldkvist', userName: 'rosalind', email: 'rosalind@home.example' }
  // The marked rows have the person's id, which no other row may have.
  const person = await signedIn({ id: 9001, ...name, phone: '070-555 01 23' })
  const made = await createEducation([{}], { responsibleIds: [person.id], contactUserId: person.id })
  const occasion = await createOccasion(made.firstPartId, { responsibleIds: [person.id], maxParticipants: 4711 })
  await partResult({ userId: person.id, educationPartId: made.firstPartId, occasionId: occasion.id })
  const license = await createLicense(office, { requiredEducationIds: [made.id] })
  await markEverywhere({ id: person.id, userName: name.userName })
  await invalidateCache()
  const ids = [`/educations/${made.id}`, `/licenses/${license.id}`]
  for (const path of [...ids, '/educations', '/occasions', '/icalendar', '/licenses', '/filters', '/addresses']) {
    const answer = await anonymous('GET', `/Catalogue${path}`)
    const text = await answer.text()
    expect([path, answer.status]).toEqual([path, 200])
    expect(text, path).not.toMatch(/mark-|Rosalind|Sköldkvist|rosalind|070-555/)
    // One of the seats is taken: strangers cannot tell. No time of day contains these numbers.
    expect(text, path).not.toMatch(/\b(4710|4711)\b.*seat|booked|maxParticipants/i)
  }
})
