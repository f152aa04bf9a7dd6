/**
 * Loads the contact and the controller of the personal data. When either cannot be read, both are null and `failure`
 * has the reason as text.
 */
export async function loadGdpr({ api, reason }: App.Locals) {
  try {
    const [contact, controller] = await Promise.all([api('GET /gdpr'), api('GET /Organization/mainOrg')])
    return { contact, controller, failure: null }
  } catch (error) {
    return { contact: null, controller: null, failure: reason(error) }
  }
}
