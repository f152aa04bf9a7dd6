import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import type { Dashboard } from '#api/office/dashboard/contract.ts'
import type { EducationPage } from '#api/office/education-list/contract.ts'
import type { SearchResults } from '#api/office/search/contract.ts'
import { category, education } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'

const { query } = database()
const learner = await signedIn()

async function colored(name: string, color: string, position: number): Promise<number> {
  const id = await category(name)
  await query.update(educationCategories).set({ color, position }).where(eq(educationCategories.id, id))
  return id
}

const file = { name: 'kart.webp', contentType: 'image/webp', size: 1, sha256: '0', key: 'kart', createdAt: new Date() }

test('the list, search and the dashboard show the same picture, and the colour of the first branch', async () => {
  const categoryIds = [await colored('Rally', '#9a3412', 2), await colored('Karting', '#166534', 1)]
  const id = await education({ title: 'Kartläsare', categoryIds })
  const [stored] = await query
    .insert(storedFiles)
    .values({ ...file, visibility: 'Public', purpose: 'EducationPicture', cleaned: true })
    .returning()
  await query
    .update(educations)
    .set({ pictureFileId: stored?.id ?? null })
    .where(eq(educations.id, id))
  const pictureUrl = `/api/files/${stored?.ref}`
  const { items } = await learner.json<EducationPage>('GET', '/Educations/page?text=Kartläsare')
  expect(items).toMatchObject([{ id, pictureUrl }])
  const found = await learner.json<SearchResults>('GET', '/search?q=Kartläsare')
  expect(found.educations.items).toMatchObject([{ id, pictureUrl, categoryColor: '#166534' }])
  const { recommended } = await learner.json<Dashboard>('GET', '/Dashboard')
  expect(recommended.find(({ educationId }) => educationId === id)).toMatchObject({
    pictureUrl,
    categoryColor: '#166534',
  })
})

test('an education without a picture and a branch has neither', async () => {
  const id = await education({ title: 'Ordningsman' })
  const { educations: found } = await learner.json<SearchResults>('GET', '/search?q=Ordningsman')
  expect(found.items).toMatchObject([{ id, pictureUrl: null, categoryColor: null }])
})
