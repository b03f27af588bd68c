# frozen_string_literal: true

require_relative "test_helper"

# Which iterations a cell has, and where they were read.
class IterationsTest < RealtimeBench::TestCase
  def setup
    @iterations = RealtimeBench::Iterations.new
  end

  # @return [Array<Integer>] offsets of those that were there already
  def add(numbers, row, to: @iterations)
    twice = []
    to.add(numbers, "data/chat/a.tsv", row) { |offset| twice << offset }
    twice
  end

  # The row, from 0, in which an iteration was read.
  def row(number)
    @iterations.place(number).row
  end

  def test_iterations_are_counted_and_found_where_they_were_read
    assert_empty add([1, 2, 3], 100)
    assert_empty add([7, 5], 200)
    assert_empty add([4], 300)
    assert_equal 6, @iterations.length
    assert_equal [100, 101, 102, 300, 201, 200], [1, 2, 3, 4, 5, 7].map { |number| row(number) }
    assert_equal RealtimeBench::ResultFile.place("data/chat/a.tsv", 100), @iterations.first_place
    assert_equal [false, true, false], [0, 5, 6].map { |number| @iterations.key?(number) }
  end

  def test_what_is_there_already_is_told_and_keeps_its_place
    add([3, 4, 5], 10)

    assert_equal [1, 2, 3], add([2, 3, 4, 5, 6], 20)
    assert_equal [1], add([9, 9], 30)
    assert_equal [6, 11, 24, 30], [@iterations.length, *[4, 6, 9].map { |number| row(number) }]
  end

  def test_those_of_another_are_taken_where_none_is_the_same
    other = RealtimeBench::Iterations.new
    add([1, 2, 5], 0)
    add([3, 4], 10, to: other)

    assert @iterations.apart?(other)
    @iterations.take(other)
    assert_equal [5, 0, 10, 11, 2], [@iterations.length, *[1, 3, 4, 5].map { |number| row(number) }]
    refute @iterations.apart?(other)
  end

  def test_any_order_gives_what_a_hash_would
    random = Random.new(7)
    expected = {}
    200.times do |round|
      numbers = some_numbers(random)
      twice = numbers.each_index.select { |offset| expected.key?(numbers[offset]) || numbers.index(numbers[offset]) < offset }
      numbers.each_with_index { |number, offset| expected[number] ||= (round * 10) + offset }

      assert_equal twice, add(numbers, round * 10)
    end
    assert_equal [expected.length, expected], [@iterations.length, expected.keys.to_h { |one| [one, row(one)] }]
  end

  private

  # Some that follow each other, or any.
  def some_numbers(random)
    from = random.rand(300)
    random.rand(2).zero? ? [*from..(from + random.rand(6))] : Array.new(3) { random.rand(300) }
  end
end
