import { expect, test } from 'vitest'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { signedIn } from '../portal.ts'

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

async function save(method: 'POST' | 'PUT', given: object) {
  const form = new FormData()
  form.set('education', JSON.stringify(given))
  const response = await superadministrator.fetch(method, '/Educations', form)
  return { status: response.status, body: await response.json<Education & { fields?: object }>() }
}

test('of two concurrent educations with one code the second is refused at its field, and so is a late change', async () => {
  const { body: education } = await save('POST', { title: 'Flaggvakt' })
  const created = await Promise.all([1, 2, 3].map(() => save('POST', { title: 'Samtidig', code: 'SAMTIDIG' })))
  const saved = await Promise.all([
    save('PUT', { ...education, code: 'SEDAN' }),
    save('POST', { title: 'Samtidig', code: 'SEDAN' }),
  ])
  for (const answers of [created, saved]) {
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(answers.length - 1)
    for (const { status, body } of refused)
      expect([status, body.fields]).toEqual([400, { code: 'En annan utbildning har redan koden.' }])
  }
})
