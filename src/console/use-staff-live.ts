import { useEffect, useRef, useState } from 'react'
import { toQuery } from '#contract/call.ts'
import { staffApiRoot } from '#contract/staff-call.ts'

type Person = { id: string; name: string }

/** Runs `onChange` whenever one of the topics has changed, and answers who else looks at the things among them. */
export function useStaffLive(topics: readonly string[], onChange: () => unknown): Person[] {
  const changed = useRef(onChange)
  changed.current = onChange
  const [people, setPeople] = useState<Person[]>([])
  const address = `${staffApiRoot}/live${toQuery({ topics: topics.join(',') })}`
  useEffect(() => {
    const source = new EventSource(address)
    source.addEventListener('changed', () => {
      // A page that cannot be read anew keeps what it shows; the next change tries again.
      Promise.resolve(changed.current()).catch(() => undefined)
    })
    source.addEventListener('present', ({ data }) => setPeople((JSON.parse(data) as { people: Person[] }).people))
    return () => source.close()
  }, [address])
  return people
}
