import { expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { createEducation, dependOn, educationResult } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'

const read = async (person: Person, path: string) => (await person.fetch('GET', path)).json()

test('the offer of a draft reveals nothing of its prerequisites and questions', async () => {
  const customQuestions = [{ id: 1, text: 'Hemligt?', type: 'text' as const, options: [], required: true }]
  const draft = await createEducation([{ type: 1 }, { type: 1, customQuestions }], { publishedAt: null })
  const [first = 0, second = 0] = draft.partIds
  await dependOn(draft.id, second, first)
  const anna = await signedIn()
  expect(await read(anna, `/user/${anna.id}/canUserSignUpToEducationPart/${second}`)).toMatchObject({
    allowed: false,
    reason: 'not_published',
    questions: [],
    missing: [],
  })
  await educationResult({ userId: anna.id, educationId: draft.id })
  const educator = await signedIn({ roles: { Educator: {} } })
  await database().query.insert(educationResponsibles).values({ educationId: draft.id, userId: educator.id })
  expect(await read(educator, `/user/${anna.id}/canUserSignUpToEducationPart/${second}`)).toMatchObject({
    questions: [{ text: 'Hemligt?' }],
    missing: [{ id: first }],
  })
})
