import { contactLink } from '../../lib/contact-link.ts'
import { useContact } from '../../lib/use-contact.ts'

/** The shop's operator and grievance contact, as far as they are set; there are no placeholders. */
export function OperatorDetails({ about }: { about: string }) {
  const { seller, grievance, contact } = useContact(true) ?? {}
  if (!seller && !grievance && !contact) return null
  return (
    <section aria-labelledby="who-we-are">
      <h2 className="d3" id="who-we-are">
        About us and grievances
      </h2>
      {seller && <p>This shop is run by {seller}.</p>}
      {grievance ? (
        <p>
          Our grievance officer is {grievance.name}
          {grievance.contact && (
            <>
              : <Contact contact={grievance.contact} about={about} />
            </>
          )}
          . A complaint is acknowledged within 48 hours and answered within a month.
        </p>
      ) : (
        contact && (
          <p>
            Questions and complaints: <Contact contact={contact} about={about} />
          </p>
        )
      )}
    </section>
  )
}

function Contact({ contact, about }: { contact: string; about: string }) {
  const href = contactLink(contact, about)
  return href ? (
    <a className="link" href={href}>
      {contact}
    </a>
  ) : (
    contact
  )
}
