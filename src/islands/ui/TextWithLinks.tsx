import { Link } from './Link.tsx'
import { splitLinks } from './text-links.ts'

interface TextWithLinksProps {
  text: string
  language?: string | undefined
}

/** Plain text whose web addresses are links, which open in the same tab. */
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
