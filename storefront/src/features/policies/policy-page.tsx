import './policies.css'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { brand } from '../../lib/brand.ts'
import { OperatorDetails } from './operator-details.tsx'
import { inForceSince, type Policy, type PolicyPart } from './policy.ts'
import { privacy } from './privacy.ts'
import { refunds } from './refunds.ts'
import { terms } from './terms.ts'

/** One of the three policies. They are in English, which is the binding language. */
export function PolicyPage({ policy }: { policy: Policy }) {
  const { path, title, inShort, sections } = policy
  return (
    <main className="shell" lang="en">
      <title>{`${title} · ${brand.name}`}</title>
      <nav className="policy-tabs" aria-label="Policies">
        {[terms, privacy, refunds].map((one) => (
          <AppLink key={one.path} href={one.path} aria-current={one.path === path ? 'page' : undefined}>
            {one.name}
          </AppLink>
        ))}
      </nav>
      <div className="policies">
        <nav className="toc" aria-label="On this page">
          <p className="label">On this page</p>
          {sections.map(({ id, title: name }) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
        <article>
          <h1 className="d1">{title}</h1>
          <p className="t3 sm">In force since {inForceSince}.</p>
          <section className="panel in-short" aria-labelledby="in-short">
            <h2 className="d4" id="in-short">
              In short
            </h2>
            <ul className="short-list">
              {inShort.map((text) => (
                <li key={text}>
                  <Icon name="check" />
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </section>
          <div className="policy">
            {sections.map(({ id, title: name, parts }) => (
              <section key={id} aria-labelledby={id}>
                <h2 className="d3" id={id}>
                  {name}
                </h2>
                {parts.map((part) => (
                  <PolicySection key={String(part)} part={part} />
                ))}
              </section>
            ))}
            <OperatorDetails about={title} />
          </div>
        </article>
      </div>
    </main>
  )
}

function PolicySection({ part }: { part: PolicyPart }) {
  if (typeof part === 'string') return <p>{part}</p>
  return (
    <ul>
      {part.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}
