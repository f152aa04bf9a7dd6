import sanitize from 'sanitize-html'

const safeUrl = /^(?:https:\/\/|mailto:)/i

/**
 * Sanitizes HTML that editors write, the only way for it to reach a page (spec G-063): a few tags for text, and links
 * to other sites or to a mailbox. `strong` and `em` become `b` and `i`. The text of other tags stays, except in tags
 * such as `script` and `style`. A link to anywhere else loses its URL.
 */
export const sanitizeHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: ['p', 'br', 'b', 'i', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'h4'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto'],
    disallowedTagsMode: 'discard',
    parseStyleAttributes: false,
    transformTags: {
      strong: 'b',
      em: 'i',
      a: (_name, { href = '' }) => ({
        tagName: 'a',
        attribs: safeUrl.test(href.trim()) ? { href: href.trim() } : {},
      }),
    },
  })
