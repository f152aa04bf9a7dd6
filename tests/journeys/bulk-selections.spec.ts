import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

// A mail is refused when its recipients have changed.
test.use({ expectedErrors: ['mailMatching'] })

const actions = 'Åtgärder för markerade'

test('everybody who matches a filter gets a role and loses it again', async ({ page }) => {
  await signIn(page, 'superadmin', '/users?kind=external&size=25')
  const bar = page.getByRole('group', { name: actions })
  const chooseAll = bar.getByRole('button', { name: /^Markera alla \d+ som matchar$/ })
  await page.getByRole('checkbox', { name: 'Markera alla på sidan' }).check()
  const total = Number(/\d+/.exec((await chooseAll.textContent()) ?? '')?.[0])
  expect(total).toBeGreaterThan(25)
  for (const [press, pressed] of [
    ['Ge behörigheten', 'Får behörigheten'],
    ['Ta bort behörigheten', 'Förlorar behörigheten'],
  ] as const) {
    if (press === 'Ta bort behörigheten') await page.getByRole('checkbox', { name: 'Markera alla på sidan' }).check()
    await chooseAll.click()
    await expect(bar.getByText(`${total} valda`)).toBeVisible()
    await page.getByRole('link', { name: 'Nästa' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByRole('checkbox', { name: 'Markera alla på sidan' })).toBeChecked()
    await expect(bar.getByText(`${total} valda`)).toBeVisible()
    await bar.getByRole('button', { name: 'Behörigheter' }).click()
    const dialog = page.getByRole('dialog', { name: `Behörigheter för ${total} personer` })
    await dialog.getByRole('combobox', { name: 'Behörighet', exact: true }).selectOption('Educator')
    if (press === 'Ta bort behörigheten') await dialog.getByRole('radio', { name: 'Ta bort behörigheten' }).check()
    await expect(dialog.getByText(pressed).first()).toBeVisible()
    await expectAccessible(page)
    await shoot(page, `bulk-roles-${press === 'Ge behörigheten' ? 'give' : 'take'}`)
    await dialog.getByRole('button', { name: new RegExp(`^${press} `) }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/users?kind=external&size=25')
  }
})

test('a mail goes to all participants of a filter, unless they have changed or the session has ended', async ({
  page,
}) => {
  const occasion = '/EducationPartOccasions/271'
  await signIn(page, 'superadmin', '/education/manageOccasion/271')
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  const people: Participant[] = (await callAs(page, 'get', `${occasion}/participants`)).filter(
    (one: Participant) => !one.canceled,
  )
  const chooseAll = page.getByRole('checkbox', { name: `Markera alla ${people.length}` })
  const bar = page.getByRole('group', { name: actions })
  const write = async () => {
    await chooseAll.check()
    await bar.getByRole('button', { name: 'Skicka e-post' }).click()
    const dialog = page.getByRole('dialog', { name: `Mejl till ${people.length} personer` })
    await dialog.getByRole('textbox', { name: 'Ämne' }).fill('Samling vid grinden')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Klockan åtta.')
    await dialog.getByRole('button', { name: `Skicka till ${people.length} personer` }).click()
    return dialog
  }
  const sent = page.waitForRequest((request) => request.url().endsWith('/participants/mailMatching'))
  await expect(await write()).toBeHidden()
  expect((await sent).postDataJSON()).toMatchObject({ filter: { text: '' }, expectedCount: people.length })

  const [somebody] = people
  const change = { resultId: somebody?.resultId, userId: somebody?.userId, occasionId: 271 }
  await callAs(page, 'put', '/EducationPartOccasions/results', [{ ...change, canceled: true }] as object)
  const dialog = await write()
  await expect(dialog.getByText('Urvalet har ändrats sedan du öppnade listan.', { exact: false })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Klockan åtta.')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await shoot(page, 'bulk-mail-refused')

  // The session ends: the browser asks before the text is left for the sign-in, which another tab can do.
  await page.context().clearCookies({ name: /session$/ })
  await page.evaluate(() => localStorage.removeItem('token'))
  const send = dialog.getByRole('button', { name: /^Skicka till/ })
  const question = page.waitForEvent('dialog')
  await send.click({ noWaitAfter: true })
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()
  await expect(dialog.getByText('Du behöver logga in.')).toBeVisible()
  const other = await page.context().newPage()
  await signIn(other, 'superadmin')
  await other.close()
  await send.click()
  await expect(dialog.getByText('Urvalet har ändrats sedan du öppnade listan.', { exact: false })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Klockan åtta.')
})
