/** The number of slides of the home page's carousel (specification §9). */
const slideCount = 3

/** A slide: a picture for phones and one for wider screens. */
export type Slide<Image> = { wide: Image; small: Image }

/**
 * The carousel's slides; none unless there are pictures for both. Pictures are paired by title, or
 * else by position.
 */
export function slidesOf<Image extends { title: string }>(lists: {
  CarouselPc: readonly Image[]
  CarouselMb: readonly Image[]
}): Slide<Image>[] {
  const phone = lists.CarouselMb
  return lists.CarouselPc.slice(0, slideCount).flatMap((wide, place) => {
    const small = phone.find(({ title }) => title === wide.title) ?? phone[place % phone.length]
    return small ? [{ wide, small }] : []
  })
}
