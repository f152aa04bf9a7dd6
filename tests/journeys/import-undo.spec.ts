import { cast } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
test.describe.configure({ timeout: 240_000 })

const row = `IID${100_000 + cast.learner.id};Äldre banvaktskurs;2014-05-01;`
const file = {
  name: 'kurser.csv',
  mimeType: 'application/vnd.ms-excel',
  buffer: Buffer.from(['IdrottsID;Utbildning;Genomförd;Förening', row].join('\r\n'), 'latin1'),
}

test('an import of results is undone, and its results are gone', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  const listed = page.getByRole('main').getByText('Äldre banvaktskurs')
  await signIn(page, 'superadmin', '/import/educationResults')
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Importera 1 resultat' }).click()
  await expect(page.getByText('Importen lyckades!')).toBeVisible({ timeout: 30_000 })
  await page.goto(`/profile/${cast.learner.id}`)
  await expect(listed.first()).toBeVisible()

  await page.goto('/import/educationResults')
  await page.getByRole('button', { name: 'Ångra importen' }).click()
  const question = page.getByRole('dialog', { name: /^Ångra importen\? 1 resultat tas bort/ })
  await question.getByRole('button', { name: 'Ångra importen' }).click()
  await expect(page.getByText('Importen är ångrad: 1 resultat är borttaget.')).toBeVisible({ timeout: 30_000 })
  await inspected(page, 'import-undone')
  await page.goto(`/profile/${cast.learner.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(listed).toHaveCount(0)
})
