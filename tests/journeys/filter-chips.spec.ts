import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date())

/** Lists of the office, each with two of its filters, the chips of these and the list without them. */
const lists = [
  { path: '/users?role=Educator&text=le', chips: ['le', 'Behörighet: Utbildare'], cleared: '/users' },
  {
    path: '/myeducations?view=occasions&startDate=2026-01-01&city=Kil',
    chips: ['Från och med: 1 januari 2026', 'Ort: Kil'],
    cleared: '/myeducations?view=occasions',
  },
  {
    path: '/myeducations?view=exams&from=2026-01-01&mine=1',
    chips: ['Från: 1 januari 2026', 'Bara mina'],
    cleared: '/myeducations?view=exams',
  },
  {
    path: '/invoices?search=MK&onlyCompleted=1&size=50',
    chips: ['MK', 'Endast genomförda.*'],
    cleared: '/invoices?size=50',
  },
  {
    path: '/invoices?tab=exported&search=MK&startDate=2026-01-01&endDate=2026-02-01',
    chips: ['MK', '1 januari 2026', '1 februari 2026'],
    cleared: '/invoices?tab=exported',
  },
  { path: '/betalningar?search=Ek&status=2&dense=1', chips: ['Ek', 'Betald'], cleared: '/betalningar?dense=1' },
  {
    path: '/licenses?tab=holders&search=Ek&validOn=2026-03-01',
    chips: ['Ek', '1 mars 2026'],
    cleared: '/licenses?tab=holders',
  },
  {
    path: '/inlamningsuppgifter?view=all&text=ek&unassigned=1',
    chips: ['ek', ''],
    cleared: '/inlamningsuppgifter?view=all',
  },
  { path: '/outbox?who=ek&state=sent', chips: ['ek', 'Skickat'], cleared: '/outbox' },
  {
    path: '/config?tab=audit&who=ek&from=2026-03-01',
    chips: ['ek', '1 mars 2026'],
    cleared: '/config?tab=audit',
  },
  { path: '/statements?userId=5&verb=passed', chips: ['5', 'Klarade'], cleared: '/statements' },
  { path: '/hangfire?state=3&size=50', chips: ['Klara'], cleared: '/hangfire?size=50' },
  { path: '/education/1/participants?text=ek&state=1', chips: ['ek', ''], cleared: '/education/1/participants' },
]

test('every list of the office shows its active filters and removes them', { tag: '@once' }, async ({
  page,
  browser,
}) => {
  await signIn(page, 'superadmin', '/users')
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
    viewport: page.viewportSize(),
  })
  const plain = await context.newPage()
  for (const { path, chips, cleared } of lists) {
    await plain.goto(path)
    const active = plain.getByRole('list', { name: 'Valda filter' })
    const links = active.getByRole('link')
    await expect(links, path).toHaveCount(chips.length)
    for (const [at, text] of chips.entries())
      await expect(links.nth(at), path).toHaveAccessibleName(new RegExp(`^Ta bort filtret .*${text}$`))
    await plain.getByRole('link', { name: 'Rensa alla' }).click()
    await expect(plain, path).toHaveURL(cleared)
    await expect(active, path).toHaveCount(0)
  }
  await context.close()
})

test('a chip of a list that searches while typing is removed in place', async ({ page }) => {
  await signIn(page, 'superadmin', '/users?role=Educator')
  await page.getByLabel('Visa', { exact: true }).selectOption('external')
  const active = page.getByRole('list', { name: 'Valda filter' })
  await expect(active.getByRole('link')).toHaveCount(2)
  await inspected(page, 'filter-chips')
  await active.getByRole('link', { name: 'Behörighet: Utbildare' }).click()
  await expect(page).toHaveURL('/users?kind=external')
  await expect(active.getByRole('link')).toHaveCount(1)
  await page.getByRole('link', { name: 'Rensa alla' }).click()
  await expect(page).toHaveURL('/users')
  await expect(active).toHaveCount(0)
})

test('a removed day of a list that begins today leads back to today', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/myeducations?view=occasions&startDate=2026-01-01&city=Kil')
  await page.getByRole('link', { name: /^Ta bort filtret .*1 januari 2026$/ }).click()
  await expect(page).toHaveURL('/myeducations?view=occasions&city=Kil')
  await expect(page.locator('input[name="startDate"]')).toHaveValue(today)
  await expect(page.getByRole('list', { name: 'Valda filter' }).getByRole('link')).toHaveCount(1)
})

test('the progress of people goes with the last place that it is in', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/users?education=1&occasion=57&state=1')
  const chips = page.getByRole('list', { name: 'Valda filter' }).getByRole('link')
  await expect(chips).toHaveCount(3)
  await chips.first().click()
  await expect(page).toHaveURL('/users?occasion=57&state=1')
  await chips.first().click()
  await expect(page).toHaveURL('/users')
})
