import { periodText } from '#locales/moments.ts'

interface HeadingFacts {
  title: string | null
  partTitle: string
  startDate: Date
  endDate: Date
  city: string
  venue: string | null
}

/** Returns the texts of the heading of an occasion or exam, by the name that their elements have in `data-heading`. */
export const toHeading = ({ title, partTitle, startDate, endDate, city, venue }: HeadingFacts, language: string) => ({
  title: title ?? partTitle,
  when: periodText(startDate, endDate, language),
  place: [venue, city].filter(Boolean).join(', '),
})

/** Shows a saved occasion or exam in the heading of its page, which is not hydrated. */
export function showHeading(saved: HeadingFacts, language: string): void {
  for (const [name, text] of Object.entries(toHeading(saved, language)))
    for (const element of document.querySelectorAll(`[data-heading="${name}"]`)) element.textContent = text
}
