/**
 * Creates an element: `on…` functions become listeners, true and false become present and absent attributes, the rest
 * attributes.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key.slice(2), value)
    else if (typeof value === 'boolean') made.toggleAttribute(key, value)
    else made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}
