/** What the list of occasions is narrowed by, as it stands in the address. Days are of the portal's own zone. */
export interface OccasionSearch {
  startDate: string
  endDate: string
  educationId: number | null
  educationPartId: number | null
  city: string
  responsibleId: number | null
  page: number
}

const idOf = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

const dayOf = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''

/** Without a word about days, from today on; what makes no sense is as if it were not there. */
export function searchIn(address: URLSearchParams, today: string): OccasionSearch {
  const educationId = idOf(address.get('educationId'))
  return {
    startDate: address.has('startDate') ? dayOf(address.get('startDate')) : today,
    endDate: dayOf(address.get('endDate')),
    educationId,
    // A part of no chosen education is left over from another choice.
    educationPartId: educationId ? idOf(address.get('educationPartId')) : null,
    city: (address.get('city') ?? '').slice(0, 100),
    responsibleId: idOf(address.get('responsibleId')),
    page: idOf(address.get('page')) ?? 1,
  }
}

/** The list's address but for its page; the first day always stands there, since to leave it out means today. */
export function addressOf({ page: _, ...search }: OccasionSearch): string {
  const address = new URLSearchParams({ view: 'occasions', startDate: search.startDate })
  for (const [name, value] of Object.entries(search))
    if (value && name !== 'startDate') address.set(name, String(value))
  return `/myeducations?${address}`
}

/** The same as the call wants it. */
export const queryOf = ({
  startDate,
  endDate,
  educationId,
  educationPartId,
  city,
  responsibleId,
  page,
}: OccasionSearch) => ({
  ...(startDate ? { startDate } : {}),
  ...(endDate ? { endDate } : {}),
  ...(educationPartId ? { educationPartId } : {}),
  ...(responsibleId ? { responsibleId } : {}),
  educationId: educationId ? [educationId] : [],
  city: city ? [city] : [],
  page,
})
