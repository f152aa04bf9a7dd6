import { Link } from './Link.tsx'
import { splitLinks } from './text-links.ts'

interface TextWithLinksProps {
  text: string
  language?: string | undefined
}

/**
 * Plain text whose web addresses with `http://` or `https://` are links in the same tab, shown without that beginning.
 * `www.` alone stays text. `language` is that of the page, for use outside an island.
 */
export const TextWithLinks = ({ text, language }: TextWithLinksProps) =>
  splitLinks(text).map(({ start, text: part, href }) =>
    href ? (
      <Link key={start} href={href} language={language}>
        {part}
      </Link>
    ) : (
      part
    ),
  )
