"""Which tests guard which invariant of the design: removing or renaming one must be a decision, not an accident."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

GUARDS = {
    "1 grounded": (
        "test_the_words_of_a_fresh_line_are_read_again",
        "test_a_statement_adds_only_frame_words_to_what_it_cites",
        "test_the_demo_explains_every_line_and_a_second_one_changes_nothing",
    ),
    "2 the model proposes, code decides": (
        "test_a_window_is_asked_once_whoever_asks_again",
        "test_a_malformed_item_is_none_and_no_error",
        "test_replies_that_cannot_be_used_cost_no_other_session_and_reach_no_reader",
        "test_a_candidate_that_cites_our_own_output_is_discarded_whatever_the_model",
    ),
    "3 add before retire": ("test_nothing_that_holds_is_retired_for_something_else",),
    "4 blast radius": (
        "test_a_run_that_would_retire_more_than_its_share_retires_nothing_and_publishes_nothing",
        "test_a_share_below_the_limit_is_retired_in_any_slices",
    ),
    "5 exactly once": (
        "test_importing_everything_twice_changes_nothing",
        "test_running_any_stage_again_changes_nothing",
        "test_an_item_written_in_the_meantime_is_a_conflict_and_not_tried_again",
        "test_to_name_the_run_is_not_to_hold_its_lease",
        "test_of_two_calls_under_one_lease_one_goes_on_however_much_they_write",
        "test_a_paused_worker_whose_lease_ran_out_or_was_taken_writes_nothing",
        "test_a_record_that_arrives_between_the_last_look_and_the_settling_is_read_by_the_next_run",
        "test_a_record_that_no_index_shows_yet_is_read_by_a_later_run",
        "test_deliveries_runs_and_acts_at_once_lose_nothing_and_end_where_one_run_would",
    ),
    "6 order does not matter": (
        "test_any_order_repetition_and_splitting_of_deliveries_gives_the_same_memory",
        "test_any_order_and_repetition_of_observations_and_acts_gives_equal_notes",
        "test_importing_in_reverse_order_changes_nothing",
        "test_importing_split_files_changes_nothing",
        "test_any_order_repetition_and_splitting_of_a_log_publishes_the_same_bytes",
    ),
    "7 replay": (
        "test_everything_that_happens_to_an_agent_comes_out_the_same_again_and_nothing_is_written",
        "test_a_run_stopped_at_any_request_replays_with_what_came_between_and_the_run_that_ended_it",
        "test_after_an_erasure_what_was_published_since_comes_out_the_same_and_what_was_before_is_gone",
        "test_what_a_model_said_is_read_and_never_asked_again",
    ),
    "8 audit": (
        "test_every_audited_change_leaves_a_revision_in_an_unbroken_chain",
        "test_the_revisions_of_a_run_form_an_unbroken_chain",
        "test_an_edit_is_named_where_it_was_made",
        "test_a_removal_is_named_where_it_was_made",
        "test_revisions_that_changed_places_are_named",
        "test_a_chain_verifies_whatever_was_erased_from_it",
        "test_a_chain_that_was_written_anew_contradicts_the_reports",
        "test_an_old_chain_goes_on_in_the_new_form",
    ),
    "9 tombstones hold": (
        "test_a_tombstone_absorbs_everything_but_a_direct_instruction_said_later",
        "test_importing_again_late_or_with_an_old_time_brings_nothing_back",
        "test_a_forgotten_line_is_gone_at_once_and_on_every_path_until_an_instruction_said_later",
        "test_a_superseded_value_put_back_on_its_page_is_refused",
        "test_a_rejected_claim_stops_the_first_set_by_its_tombstone_alone",
        "test_what_came_before_a_correction_brings_nothing_back_when_it_comes_again",
        "test_a_rollback_brings_back_nothing_withheld_or_rejected",
        "test_what_is_forgotten_while_its_publication_is_decided_is_not_shown",
    ),
    "10 non-amplification": (
        "test_tool_output_repeated_in_fifty_sessions_is_never_confirmed",
        "test_our_own_block_seen_again_is_no_evidence_for_any_speaker",
    ),
    "11 isolation": (
        "test_scopes_do_not_see_each_other",
        "test_no_scope_reaches_into_another_by_prefix",
        "test_no_search_crosses_scopes",
        "test_no_value_crosses_from_one_tenant_to_another",
    ),
    "12 secrets stay raw": (
        "test_no_secret_leaves_the_raw_layer",
        "test_a_model_is_shown_no_secret_in_any_field_and_nothing_injected",
        "test_no_secret_of_a_long_history_leaves_the_raw_layer",
        "test_memory_is_as_if_an_erased_session_had_never_been_said",
        "test_the_words_are_in_no_file_of_the_home_and_a_receipt_proves_it",
        "test_an_erasure_killed_at_any_request_is_finished_by_the_same_command",
    ),
    "13 fallback": (
        "test_a_defect_stops_the_publication_and_keeps_the_last_set",
        "test_a_candidate_that_lost_confirmed_pages_is_refused_and_the_last_set_is_read_as_before",
        "test_a_run_stopped_at_any_write_is_resumed_under_its_id_to_the_same_outcome",
        "test_a_run_killed_at_any_request_leaves_the_last_block_or_the_new_one_and_is_finished_by_the_next",
        "test_a_second_consolidator_inside_a_stage_loses_no_update",
        "test_a_process_that_dies_at_any_call_is_finished_by_the_next",
        "test_a_service_that_refuses_for_ever_is_unavailable_and_the_next_process_finishes",
        "test_a_run_that_wakes_after_its_lease_was_taken_writes_nothing_more",
    ),
    "14 bounded": (
        "test_what_is_rendered_never_exceeds_the_budget_and_safety_is_never_cut",
        "test_a_block_never_exceeds_its_budget",
        "test_a_read_never_exceeds_its_budget",
        "test_packing_splits_all_items_and_only_safety_may_exceed_the_budget",
        "test_under_any_cap_every_record_is_read_once_and_the_accounts_add_up",
        "test_no_note_is_promoted_beyond_the_page_cap_and_each_is_once_there_is_room",
    ),
}


@pytest.fixture(scope="module")
def names():
    trees = (ast.parse(path.read_text("utf-8")) for path in TESTS.rglob("test_*.py"))
    return {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("invariant", GUARDS)
def test_an_invariant_has_its_guards(invariant, names):
    assert [guard for guard in GUARDS[invariant] if guard not in names] == []
