import { callAs } from './call-as.ts'
import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

const education = 'Prova på drifting'

test('an offer is declined, and the next person takes the seat', async ({ page, browser, portal }) => {
  const guardianContext = await browser.newContext({ baseURL: portal.origin })
  const guardian = await guardianContext.newPage()
  await signIn(guardian, 'guardian')
  await expect(guardian.getByRole('heading', { name: /^Du erbjuds en plats/ })).toBeVisible()

  await signIn(page, 'learner')
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  const queues = page.getByRole('region', { name: 'Köplatser' })
  await expect(queues).toContainText('Du står på plats 2 i kön')
  await inspected(page, 'waiting-list-dashboard')
  await queues.getByRole('link').click()
  const card = page.getByRole('listitem').filter({ hasText: 'Du står på plats 2 i kön' }).last()
  await expect(card).toContainText('Fullbokat')
  await inspected(page, 'waiting-list-education')

  await guardian.getByRole('link', { name: 'Svara på erbjudandet' }).click()
  await expect(guardian.getByText(/^En plats är din om du vill ha den/)).toBeVisible()
  await inspected(guardian, 'waiting-list-offer')
  await guardian.getByRole('button', { name: 'Tacka nej' }).click()
  await guardian.getByRole('dialog').getByRole('button', { name: 'Tacka nej' }).click()
  await expect(guardian.getByText(`Du har tackat nej till platsen`)).toBeVisible()
  await guardianContext.close()

  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^En plats är din om du vill ha den/)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Ta platsen' }).click()
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await dialog.getByRole('radio', { name: /^Faktura/ }).check()
  await dialog.getByRole('button', { name: 'Bekräfta anmälan' }).click()
  await expect(page.getByText(/^Du är anmäld till/).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: education })).toBeVisible()
})

interface Occasion {
  availableSpots: number
  bookedCount: number
}

test('a guardian queues for two children, and takes both seats in one step', async ({ page, browser, portal }) => {
  const officeContext = await browser.newContext({ baseURL: portal.origin })
  const office = await officeContext.newPage()
  await signIn(office, 'superadmin')
  await office.goto('/educations?text=Ungdomsrally')
  const link = office.getByRole('main').getByRole('link', { name: 'Ungdomsrally prova på', exact: true }).first()
  const path = (await link.getAttribute('href')) ?? '/404'
  const { occasions } = await callAs(office, 'get', `/Educations/${path.replace('/education/', '')}/view`)
  const { id } = occasions.find(({ availableSpots, bookedCount }: Occasion) => availableSpots > 2 && bookedCount > 0)
  const setSeats = async (more: number) => {
    const managed = await callAs(office, 'get', `/EducationPartOccasions/${id}/managed`)
    const maxParticipants = managed.bookedCount + more
    await callAs(office, 'put', '/EducationPartOccasions', { ...managed, maxParticipants })
  }
  await setSeats(0)

  await signIn(page, 'guardian')
  await page.goto(`${path}?occasion=${id}`)
  const people = page.getByRole('navigation', { name: 'Vem gäller det?' })
  await people.getByRole('link', { name: 'Milo', exact: true }).click()
  await page.getByRole('button', { name: 'Ställ dig i kö' }).first().click()
  const joining = page.getByRole('dialog', { name: 'Ställ dig i kö' })
  const who = joining.getByRole('group', { name: 'Vem gäller det?' })
  await expect(who.getByRole('checkbox', { name: 'Milo' })).toBeChecked()
  await who.getByRole('checkbox', { name: 'Milo' }).uncheck()
  await joining.getByRole('button', { name: 'Ställ dig i kö' }).click()
  await expect(joining).toContainText('Välj minst en person.')
  await who.getByRole('checkbox', { name: 'Milo' }).check()
  await who.getByRole('checkbox', { name: 'Alva Ström' }).check()
  await inspected(page, 'waiting-list-family')
  await joining.getByRole('button', { name: 'Ställ dig i kö' }).click()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /^.*Ström, .* Ström: plats 1 i kön/ })
      .last(),
  ).toBeVisible()

  const queue = office.getByRole('region', { name: 'Kö', exact: true }).getByRole('listitem').first()
  await setSeats(1)
  await office.goto(`/education/manageOccasion/${id}`)
  await expect(queue).toContainText('Sällskapet är större än antalet lediga platser')
  await inspected(office, 'waiting-list-office')
  await setSeats(2)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Ta platserna' })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await office.reload()
  await expect(queue).toContainText('Erbjuden plats, svarar senast')
  await page.getByRole('button', { name: 'Ta platserna' }).click()
  const accepting = page.getByRole('dialog', { name: /^Anmäl Milo till/ })
  await expect(accepting.getByRole('checkbox', { name: 'Alva Ström' })).toBeChecked()
  const helmets = accepting.getByRole('group', { name: 'Har du egen hjälm?' })
  // The second child's questions are fetched when the child is chosen.
  await expect(helmets).toHaveCount(2)
  await helmets.first().getByRole('radio', { name: 'Ja' }).check()
  await accepting.getByRole('button', { name: 'Bekräfta anmälan' }).click()
  const problems = accepting.getByRole('alert')
  await expect(problems).toBeFocused()
  await problems.getByRole('link', { name: 'Alva Ström: Svara på frågan.' }).click()
  await expect(helmets.last().getByRole('radio').first()).toBeFocused()
  for (const group of await eachOf(helmets, 2)) await group.getByRole('radio', { name: 'Ja' }).check()
  await accepting.getByRole('radio', { name: /^Faktura/ }).check()
  await inspected(page, 'waiting-list-party')
  await accepting.getByRole('button', { name: 'Bekräfta anmälan' }).click()
  await expect(page.getByText(/^Milo är anmäld till/).first()).toBeVisible()
  await people.getByRole('link', { name: 'Alva', exact: true }).click()
  await expect(page.getByRole('region', { name: /^Bokning för Alva: / })).toContainText('Anmäld')
  await officeContext.close()
})
