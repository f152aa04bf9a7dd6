/** Section of a long form: the id of its card, and its heading. */
export interface FormSection {
  id: string
  title: string
}

/** Returns the section of a form whose heading is the text with the key `name`; its id is `section-<name>`. */
export const toSection = (name: string, t: (key: string) => string): FormSection => ({
  id: `section-${name}`,
  title: t(name),
})
